import type { ParserInput } from "../../../ports/body-parser.ts";
import type { Archive } from "../../archive.ts";
import { plainParagraphs } from "../../html/markup.ts";
import { mailHtml } from "../../mail/mail-html.ts";
import { mailParser } from "../../mail/index.ts";
import type { Pictures } from "../../pictures.ts";
import type { Relations } from "../package.ts";

/** Documents that Word takes into its own when it opens it (ECMA-376 part 1, §11.3.1). */
export interface Embedded {
  /** HTML by the identifier of the relation; documents of other kinds are missing. */
  readonly html: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** More of them are not read. */
const maxEmbedded = 100;

/** Reads pages, saved pages and plain text, which programs wrap up as Word documents. */
export async function readEmbedded(
  input: ParserInput,
  { archive, relations, pictures }: { archive: Archive; relations: Relations; pictures: Pictures },
  signal: AbortSignal,
): Promise<Embedded> {
  const html = new Map<string, string>();
  const warnings: string[] = [];
  for (const [identifier, { target }] of [...relations].filter(isEmbedded).slice(0, maxEmbedded)) {
    const bytes = archive.bytes(target);
    if (bytes === undefined) continue;
    if (/\.x?html?$/i.test(target)) {
      html.set(identifier, mailHtml(archive.text(target) ?? "", { attachments: [], pictures }).html);
    } else if (/\.mht(?:ml)?$/i.test(target)) {
      const saved = await mailParser.parse({ ...input, body: bytes, mediaType: "message/rfc822" }, signal);
      html.set(identifier, (saved.html ?? "").replace(/^<main>|<\/main>$/g, ""));
      warnings.push(...saved.warnings);
    } else if (/\.txt$/i.test(target)) html.set(identifier, plainParagraphs((archive.text(target) ?? "").split("\n")));
  }
  return { html, warnings };
}

const isEmbedded = ([, { type }]: readonly [string, { readonly type: string }]): boolean => type === "aFChunk";
