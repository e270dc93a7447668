import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine } from "@garner/core";
import { send, startFixtureSite } from "@garner/testkit/site";
import { packageFolder } from "../documentation/fetch.ts";
import { documents, type PublicDocument } from "./documents.ts";
import { maxPages, peers, run } from "./peers.ts";

/** The countable parts of a tool's output for a document. */
interface Reading {
  /** Share of the words of the reference that it has, each as often. */
  readonly words: number;
  readonly headings: number;
  readonly items: number;
  readonly rows: number;
  readonly links: number;
}

/** The share of the words that are kept, by document. */
export type DocumentShares = Readonly<Record<string, number>>;

/**
 * Reads public documents side by side with the tools that are there, as a table. The reference of a Word document is its own
 * text, that of a PDF what pdftotext finds, running headers and page numbers included. Undefined when no document can be had.
 */
export async function reportDocuments(): Promise<
  { readonly markdown: string; readonly shares: DocumentShares } | undefined
> {
  const rows: string[] = [];
  const readings = new Map<string, Reading[]>();
  const add = (tool: string, kind: string, reading: Reading) => {
    const key = `${tool} | ${kind}`;
    readings.set(key, [...(readings.get(key) ?? []), reading]);
  };
  const shares: Record<string, number> = {};
  for (const document of documents) {
    const folder = packageFolder(document.package);
    const file = folder === undefined ? "" : join(folder, document.path);
    if (!existsSync(file)) continue;
    const reference = referenceOf(document, file);
    if (reference === undefined) continue;
    const garner = measure(await readByGarner(file), reference);
    shares[document.name] = Number(garner.words.toFixed(4));
    add("Garner", document.kind, garner);
    for (const peer of measuresPeers ? peers.filter(({ kinds }) => kinds.includes(document.kind)) : []) {
      const text = peer.read(file);
      if (text !== undefined) add(peer.name, document.kind, measure(text, reference));
    }
    rows.push(`| ${document.name} | ${shown(garner)} | ${peerShown(document, file, reference)} |`);
  }
  if (rows.length === 0) return undefined;
  if (measuresPeers) writeFileSync(peersFile, `${JSON.stringify([...readings].map(toolRow), undefined, 2)}\n`);
  const tools: readonly string[] = JSON.parse(readFileSync(peersFile, "utf8"));
  const heading = ["words", "headings", "items", "rows", "links"];
  const markdown = [
    "## Documents",
    "",
    `${rows.length} public documents of packages, beside pandoc (Word) and poppler's pdftotext (PDF, its first 60 pages). Words are the`,
    "share of the reference that is kept: for Word the text of the file itself, for PDF what pdftotext finds, with the running",
    "headers and page numbers that Garner leaves out. The other columns count what is told apart from plain text.",
    "",
    `| document | ${heading.join(" | ")} | ${heading.map((name) => `peer: ${name}`).join(" | ")} |`,
    `|---|${"---|".repeat(heading.length * 2)}`,
    ...rows,
    "",
    "All tools that could be had, as `pnpm quality --peers` measured them: the mean of the words and the sums of the others;",
    "any line that begins as a heading or an item does counts as one, code too. Python's MarkItDown, Docling and pdfplumber",
    "are neither in Debian 12 nor on npm.",
    "",
    `| tool | kind | documents | ${heading.join(" | ")} |`,
    `|---|---|--:|${"--:|".repeat(heading.length)}`,
    ...tools,
    "",
  ].join("\n");
  return { markdown, shares };
}

/** The figures of other tools take minutes: they are kept from the run that measured them. */
const measuresPeers = process.argv.includes("--peers");
const peersFile = fileURLToPath(new URL("../../document-peers.json", import.meta.url));

const toolRow = ([tool, all]: readonly [string, readonly Reading[]]): string =>
  `| ${tool} | ${all.length} | ${shown(summed(all))} |`;

function summed(readings: readonly Reading[]): Reading {
  const sum = (field: keyof Reading) => readings.reduce((total, reading) => total + reading[field], 0);
  const [headings, items, rows, links] = [sum("headings"), sum("items"), sum("rows"), sum("links")];
  return { words: sum("words") / Math.max(1, readings.length), headings, items, rows, links };
}

const shown = ({ words, headings, items, rows, links }: Reading): string =>
  [words.toFixed(3), headings, items, rows, links].join(" | ");

async function readByGarner(file: string): Promise<string> {
  const body = readFileSync(file);
  await using site = await startFixtureSite({
    routes: { document: (visit) => send(visit, body, { type: "application/octet-stream" }) },
  });
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const { markdown = "" } = await engine.scrape({
    url: `${site.origin}/document`,
    timeout: 300_000,
    parsers: [{ type: "pdf", maxPages }],
  });
  return markdown;
}

const pdfText = (file: string): string | undefined => run("pdftotext", ["-l", String(maxPages), file, "-"]);

function referenceOf({ kind }: PublicDocument, file: string): string | undefined {
  if (kind === "pdf") return pdfText(file);
  const parts = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"].map(
    (part) => run("unzip", ["-p", file, part]) ?? "",
  );
  // The older of two alternatives repeats the newer one.
  const xml = parts.join(" ").replace(/<mc:Fallback[\s\S]*?<\/mc:Fallback>/g, "");
  const texts = xml.replace(/<\/w:p>|<w:(?:tab|br)\b[^>]*>/g, "<w:t> </w:t>").matchAll(/<w:t(?: [^>]*)?>([^<]*)/g);
  return [...texts]
    .map(([, text = ""]) => text)
    .join("")
    .replace(/&amp;/g, "&")
    .replace(/&[lg]t;/g, " ");
}

/** pdftotext, which is the reference, tells nothing apart from plain text. */
function peerShown({ kind }: PublicDocument, file: string, reference: string): string {
  if (kind === "pdf") return "1.000 | – | – | – | –";
  const markdown = run("pandoc", ["-t", "gfm", file]);
  return markdown === undefined ? "– | – | – | – | –" : shown(measure(markdown, reference));
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function measure(markdown: string, reference: string): Reading {
  const counts = new Map<string, number>();
  for (const word of wordsIn(markdown)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const wanted = wordsIn(reference);
  let found = 0;
  for (const word of wanted) {
    const left = counts.get(word) ?? 0;
    if (left > 0) found += 1;
    counts.set(word, left - 1);
  }
  const count = (pattern: RegExp) => markdown.match(pattern)?.length ?? 0;
  return {
    words: wanted.length === 0 ? 1 : found / wanted.length,
    headings: count(/^#{1,6} /gm),
    items: count(/^\s*(?:[-*]|\d+\.) /gm),
    rows: count(/^\|(?! ?-)/gm),
    links: count(/\]\(\S/g),
  };
}
