import { CDATA, Element, Text, type AnyNode, type Document } from "domhandler";
import { DomHandler, Parser, type ParserOptions } from "htmlparser2";
import { prefixNames } from "./xml-prefixes.ts";

/** Elements nested deeper than this are left out, so that hostile XML can't overflow the stack of what reads it. */
const maxDepth = 200;

/** Elements nested deeper than this end the reading: what a parser does per element grows with the open ones. */
const maxOpen = 500;

type Handler = NonNullable<ConstructorParameters<typeof Parser>[0]>;

interface XmlOptions extends ParserOptions {
  /** The prefixes that the handler knows, by namespace; without them, names stay as they are written. */
  readonly prefixes?: ReadonlyMap<string, string> | undefined;
}

/** A parser that is given its XML piece by piece. */
export interface XmlParser {
  write(text: string): void;
  /** Ends the reading behind a last piece; false for XML that breaks off before its document element ends. */
  end(text?: string): boolean;
}

/**
 * A parser of XML for a handler. Only the five predefined and numeric entities are expanded. Reading ends where elements
 * are nested deeper than any honest document nests them.
 */
export function xmlParser(handler: Handler, { prefixes, ...options }: XmlOptions = {}): XmlParser {
  const names = prefixes === undefined ? undefined : prefixNames(prefixes);
  let open = 0;
  let hasElements = false;
  // A handler of its own: V8 keeps functions that are given to an existing object, and with them all that the handler has
  // built, until it collects the old generation.
  const bounded: Handler = {
    onopentag(written, writtenAttributes, isImplied) {
      open += 1;
      hasElements = true;
      if (open > maxOpen) parser.pause();
      else {
        const { name, attributes } = names?.open(written, writtenAttributes) ?? {
          name: written,
          attributes: writtenAttributes,
        };
        handler.onopentag?.(name, attributes, isImplied);
      }
    },
    onclosetag(written, isImplied) {
      open -= 1;
      handler.onclosetag?.(names?.close(written) ?? written, isImplied);
    },
    onparserinit: (its) => handler.onparserinit?.(its),
    ontext: (text) => handler.ontext?.(text),
    oncdatastart: () => handler.oncdatastart?.(),
    oncdataend: () => handler.oncdataend?.(),
    oncomment: (text) => handler.oncomment?.(text),
    oncommentend: () => handler.oncommentend?.(),
    onprocessinginstruction: (name, text) => handler.onprocessinginstruction?.(name, text),
    onerror: (error) => handler.onerror?.(error),
    onend: () => handler.onend?.(),
  };
  const parser = new Parser(bounded, { ...options, xmlMode: true });
  return {
    write: (text) => parser.write(text),
    end(text = "") {
      parser.write(text);
      // At its end, the parser closes what is open by itself.
      const isWhole = hasElements && open === 0;
      parser.end();
      return isWhole;
    },
  };
}

/**
 * Parses XML leniently: what is not well-formed gives the tree that its tags suggest. Only the five predefined and
 * numeric entities are expanded, so documents can't blow themselves up by declaring their own. Names get the `prefixes`
 * given for their namespaces. Never throws.
 */
export function parseXml(text: string, prefixes?: ReadonlyMap<string, string>): Document {
  return readXml(text, prefixes).document;
}

/** A document, and false for one that breaks off before its document element ends. Read as {@link parseXml} does. */
export function readXml(
  text: string,
  prefixes?: ReadonlyMap<string, string>,
): { readonly document: Document; readonly isWhole: boolean } {
  const handler = new DomHandler(undefined, { xmlMode: true });
  const isWhole = xmlParser(handler, { decodeEntities: true, prefixes }).end(text);
  const document = handler.root;
  const open: { readonly node: Document | Element; readonly depth: number }[] = [{ node: document, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if (depth === maxDepth) node.children = node.children.filter((child) => !(child instanceof Element));
    for (const child of node.children) if (child instanceof Element) open.push({ node: child, depth: depth + 1 });
  }
  return { document, isWhole };
}

/** The document element; undefined for an empty document. */
export const rootOf = (document: Document): Element | undefined =>
  document.children.find((node): node is Element => node instanceof Element);

/** The name of an element without its namespace prefix. */
export const localName = (element: Element): string => element.name.slice(element.name.indexOf(":") + 1);

/** The child elements, those of one name where it is given. */
export function childrenOf(element: Element | undefined, name?: string): readonly Element[] {
  const children = (element?.children ?? []).filter((node): node is Element => node instanceof Element);
  return name === undefined ? children : children.filter((child) => child.name === name);
}

/** The first child of one of the names, in the order of the names. */
export function childOf(element: Element | undefined, ...names: readonly string[]): Element | undefined {
  for (const name of names) {
    const found = childrenOf(element, name)[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every descendant of one name, in document order. */
export function descendantsOf(element: Element | Document | undefined, name: string): readonly Element[] {
  const found: Element[] = [];
  const open: AnyNode[] = element === undefined ? [] : element.children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!(node instanceof Element)) continue;
    if (node.name === name) found.push(node);
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) open.push(child);
    }
  }
  return found;
}

/** All text inside, untrimmed. */
export function textOf(node: Element | Document | undefined): string {
  const parts: string[] = [];
  const open: AnyNode[] = node === undefined ? [] : node.children.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof Text) parts.push(next.data);
    else if (next instanceof Element || next instanceof CDATA) open.push(...next.children.toReversed());
  }
  return parts.join("");
}

/** The trimmed text of the first child of one of the names; undefined where there is none or it is empty. */
export function childText(element: Element | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textOf(childOf(element, name)).trim();
    if (text !== "") return text;
  }
  return undefined;
}
