import { roleAndSpan, type CellSpan } from "./cell-spans.ts";
import type { PdfDocument } from "./pdfjs.ts";

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type Item = TextContent["items"][number];

/** An element of the structure that a tagged PDF states (ISO 32000-1, §14.8), as far as a page has parts of it. */
export interface Tag {
  /** A standard type such as `P`, `TD` and `NonStruct`. */
  readonly role: string;
  /** Elements, and the marks of texts. */
  readonly children: readonly (Tag | string)[];
  /** What a picture shows, in words. */
  readonly description?: string;
  /** How far a cell reaches, if it says so. */
  readonly span?: CellSpan;
}

/** The descriptions of the pictures in an element, in its order. */
export const descriptionsIn = ({ description, children }: Tag): readonly string[] => [
  ...(description === undefined ? [] : [description]),
  ...children.flatMap((child) => (typeof child === "string" ? [] : descriptionsIn(child))),
];

/** The mark of what is no part of the text, such as running headers (ISO 32000-1, §14.8.2.2). */
export const artifact = "artifact";

/** Elements that are read for all pages of a document: a page of a long table has those of all of its rows. */
const maxTags = 120_000;
/** Elements of one page: PDF.js takes as long for a table as the square of the number of its rows. */
const maxTagsOfPage = 20_000;
/** Each element is an object of the file. */
const maxObjects = 60_000;

/** Reads the tags of pages as long as they are few. */
export interface TagReader {
  /** The tags of a page; undefined if it has none. */
  read(page: PdfPage): Promise<Tag | undefined>;
}

/** Reads the tags of a document that says that it has some, and doubts none of them (ISO 32000-1, §14.7.1). */
export async function createTagReader(document: PdfDocument, body: Uint8Array): Promise<TagReader> {
  const marks = await document.getMarkInfo().catch(() => null);
  let left = marks?.Marked === true && !marks.Suspects && countObjects(body) <= maxObjects ? maxTags : 0;
  return {
    read: async (page) => {
      if (left <= 0) return undefined;
      try {
        const count = { left: maxTagsOfPage };
        const root = tagOf(await page.getStructTree(), count);
        left = count.left > 0 ? left - maxTagsOfPage + count.left : 0;
        return count.left > 0 && typeof root === "object" && root.children.length > 0 ? root : undefined;
      } catch {
        return undefined; // the text is whole without them
      }
    },
  };
}

/** The number of objects that the file says it has; where it doesn't say so, its length stands for them. */
function countObjects(body: Uint8Array): number {
  const name = [0x2f, 0x53, 0x69, 0x7a, 0x65]; // "/Size"
  let count = 0;
  for (let at = body.indexOf(0x2f); at !== -1; at = body.indexOf(0x2f, at + 1)) {
    if (!name.every((byte, index) => body[at + index] === byte)) continue;
    const [, digits = "0"] = /^\s*(\d{1,9})/.exec(String.fromCharCode(...body.subarray(at + 5, at + 16))) ?? [];
    count = Math.max(count, Number(digits));
  }
  return count === 0 ? body.length / minObject : count;
}

/** Bytes of an object at least. */
const minObject = 20;

function tagOf(node: unknown, count: { left: number }): Tag | string | undefined {
  count.left -= 1;
  if (count.left <= 0 || typeof node !== "object" || node === null) return undefined;
  if ("id" in node && typeof node.id === "string") return node.id;
  if (!("role" in node) || typeof node.role !== "string") return undefined;
  const children: readonly unknown[] = "children" in node && Array.isArray(node.children) ? node.children : [];
  const description = node.role === "Figure" && "alt" in node ? String(node.alt).replace(/\s+/g, " ").trim() : "";
  return {
    ...roleAndSpan(node.role),
    children: children.flatMap((child) => tagOf(child, count) ?? []),
    ...(description === "" ? {} : { description }),
  };
}

/** The marks of a page's texts. Texts without one are not in the map. */
export function marksOf(items: readonly Item[]): ReadonlyMap<Item, string> {
  const marks = new Map<Item, string>();
  const open: (string | undefined)[] = [];
  for (const item of items) {
    if ("str" in item) {
      const mark = open.includes(artifact) ? artifact : open.findLast((id) => id !== undefined);
      if (mark !== undefined) marks.set(item, mark);
    } else if (item.type === "endMarkedContent") open.pop();
    else open.push((item as { tag?: unknown }).tag === "Artifact" ? artifact : (item.id ?? undefined));
  }
  return marks;
}
