import type { BodyParser } from "../ports/body-parser.ts";
import { decodeText } from "./text/decode-text.ts";
import { readJsonFeed } from "./feeds/json-feed.ts";
import { readNotebook } from "./notebook.ts";
import { fence, htmlCode } from "./html/markup.ts";

const lineTypes = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"];

/**
 * JSON as one fenced block, indented by two spaces; numbers and strings keep their spelling, so that no digit of a
 * long number is lost. JSON lines keep one record per line. A JSON Feed becomes a list of its entries, a Jupyter notebook its cells. Text that is
 * not valid JSON is fenced as it is, with a warning.
 */
export const jsonParser: BodyParser = {
  mediaTypes: ["application/json", "text/json", "application/ld+json", "application/json-seq", ...lineTypes],
  async parse(input) {
    const text = decodeText(input);
    const parsed = parseJson(text);
    if (parsed === undefined) {
      const warnings = isJsonLines(text) ? [] : ["The page says that it is JSON, but it is not valid JSON."];
      return { markdown: fence(text, "json"), html: htmlCode(text, "json"), metadata: {}, warnings };
    }
    const document = readJsonFeed(parsed.value, input.url) ?? (await readNotebook(parsed.value));
    if (document !== undefined) return document;
    const pretty = indentJson(text);
    return { markdown: fence(pretty, "json"), html: htmlCode(pretty, "json"), metadata: {}, warnings: [] };
  },
};

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isJsonLines(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => parseJson(line) !== undefined);
}

const maxIndent = 40;
/** Pieces that are put together at once: V8 ends the process over a list of a hundred million. */
const maxPieces = 10_000;
const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * Indents valid JSON token by token. Levels deeper than {@link maxIndent} are not indented further, so the result stays
 * linear in the size of the text however deep it nests.
 */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let pieces: string[] = [];
  let depth = 0;
  let previous = "";
  const newLine = () => pieces.push("\n", "  ".repeat(Math.min(depth, maxIndent)));
  for (const [part] of text.matchAll(token)) {
    const opened = previous === "{" || previous === "[";
    if (part === "}" || part === "]") {
      depth -= 1;
      if (!opened) newLine();
    } else if (opened || previous === ",") newLine();
    pieces.push(part === ":" ? ": " : part);
    if (part === "{" || part === "[") depth += 1;
    previous = part;
    if (pieces.length < maxPieces) continue;
    parts.push(pieces.join(""));
    pieces = [];
  }
  return parts.join("") + pieces.join("");
}
