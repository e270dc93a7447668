import { EngineError } from "../errors.ts";

/** A W3C Document (https://dom.spec.whatwg.org), for projects without TypeScript's `dom` library. */
interface PlainDocument extends PlainParent {
  createElement(name: string): PlainElement;
  readonly body: PlainElement;
  readonly documentElement: PlainElement;
}

interface PlainParent {
  querySelector(selector: string): PlainElement | null;
  querySelectorAll(selector: string): Iterable<PlainElement>;
}

interface PlainElement extends PlainParent {
  readonly tagName: string;
  textContent: string | null;
  innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  append(...nodes: (PlainElement | string)[]): void;
  prepend(...nodes: (PlainElement | string)[]): void;
  before(...nodes: (PlainElement | string)[]): void;
  after(...nodes: (PlainElement | string)[]): void;
  replaceWith(...nodes: (PlainElement | string)[]): void;
  remove(): void;
}

/** A W3C Document: the `Document` of TypeScript's `dom` library where a project has it. */
export type PageDocument = typeof globalThis extends { document: infer Known } ? Known : PlainDocument;

interface ParsedDocument {
  readonly document: PageDocument & { toString(): string };
}

/** Makes a document of cleaned HTML, whose depth and number of tags are bounded. Throws CAPABILITY_MISSING. */
export async function documentOf(html: string): Promise<ParsedDocument["document"]> {
  const { parseHTML } = await loadLinkedom();
  return parseHTML(html).document;
}

async function loadLinkedom(): Promise<{ readonly parseHTML: (html: string) => ParsedDocument }> {
  // A name that bundlers and type checkers of projects without it don't follow.
  const name = "linkedom";
  try {
    return (await import(name)) as { readonly parseHTML: (html: string) => ParsedDocument };
  } catch (cause) {
    throw new EngineError("CAPABILITY_MISSING", "hooks.document: needs linkedom: run `npm install linkedom`.", {
      cause,
      details: { option: "hooks.document" },
    });
  }
}
