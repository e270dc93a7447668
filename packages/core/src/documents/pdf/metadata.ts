import { given, isoDate } from "../feeds/feed-page.ts";
import type { PdfDocument } from "./pdfjs.ts";

/** The document's metadata: title, author, subject, keywords, language and dates, without words that say there is none. Never throws. */
export async function readMetadata(document: PdfDocument): Promise<Readonly<Record<string, string>>> {
  const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: undefined }));
  const field = (name: string): string | undefined => {
    const value = (info as Readonly<Record<string, unknown>>)[name];
    return typeof value === "string" ? givenText(value.replaceAll("\u0000", "")) : undefined;
  };
  return given({
    title: realTitle(field("Title") || xmpTitle(metadata)),
    author: field("Author"),
    description: field("Subject"),
    keywords: field("Keywords"),
    language: field("Language"),
    publishedTime: pdfDate(field("CreationDate")),
    modifiedTime: pdfDate(field("ModDate")),
    creator: field("Creator"),
    producer: field("Producer"),
  });
}

function xmpTitle(metadata: unknown): string | undefined {
  if (typeof metadata !== "object" || metadata === null || !("get" in metadata) || typeof metadata.get !== "function")
    return undefined;
  const title: unknown = metadata.get("dc:title");
  return typeof title === "string" ? givenText(title) : undefined;
}

/** Some programs fill in words that say that nothing was given. */
function givenText(text: string): string | undefined {
  const bare = text.trim();
  return /^\(?(?:anonymous|unspecified|untitled)\)?$/i.test(bare) ? undefined : bare;
}

/** Programs fill in the name of the file or their own where the author gave no title. */
function realTitle(title: string | undefined): string | undefined {
  const bare = title?.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, "").trim();
  return bare === undefined ||
    /^(?:title|document\d*|(?:.*[\\/])?[^ ]+\.(?:docx?|pdf|tex|dvi|indd|qxd|odt|pptx?|xlsx?|html?))$/i.test(bare)
    ? undefined
    : bare;
}

const written = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+\-Zz])(\d\d)?'?(\d\d)?'?)?/;

/** A PDF date (ISO 32000 §7.9.4) in ISO 8601, UTC. */
export function pdfDate(text: string | undefined): string | undefined {
  const found = written.exec(text ?? "");
  if (found === null) return undefined;
  const [
    ,
    year,
    month = "01",
    day = "01",
    hour = "00",
    minute = "00",
    second = "00",
    sign = "Z",
    hours = "00",
    minutes = "00",
  ] = found;
  const zone = /z/i.test(sign) ? "Z" : `${sign}${hours}:${minutes}`;
  return isoDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
}
