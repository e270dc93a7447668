import { singleSpaced } from "../../text/single-spaced.ts";
import { Element, type Document, type ParentNode } from "domhandler";
import { textContent } from "domutils";
import type { StructuredNode } from "./content.ts";
import { absoluteAddress } from "../../url/absolute.ts";

type Properties = Record<string, unknown>;

const maxItems = 2000;
/** Characters of all values; elements within elements and several names for one value would multiply the text. */
const maxCharacters = 1_000_000;

/**
 * The things that a page describes by microdata (HTML Standard §5): top-level items with their properties, items within
 * as objects with `@type`. RDFa Lite's `typeof` and `property` are read alike, since they say the same. Pure.
 */
export function readMicrodata(
  document: Document,
  { baseUrl, beside }: { readonly baseUrl: string; readonly beside: ReadonlySet<Element> },
): readonly StructuredNode[] {
  const nodes: StructuredNode[] = [];
  const open: Frame[] = document.children
    .toReversed()
    .flatMap((child) => (child instanceof Element ? [{ element: child, isBeside: false }] : []));
  let left = maxCharacters;
  for (let frame = open.pop(); frame !== undefined && nodes.length < maxItems; frame = open.pop()) {
    const { element, owner } = frame;
    const isBeside = frame.isBeside || beside.has(element);
    const names = namesOf(element);
    const types = itemTypes(element);
    let inner = owner;
    if (types !== undefined) {
      const properties = noProperties();
      if (owner !== undefined && names.length > 0) {
        for (const name of names) add(owner, name, Object.assign(properties, { "@type": types[0] ?? "Thing" }));
      } else nodes.push({ source: "microdata", types, properties, ...(isBeside ? { isBeside } : {}) });
      inner = properties;
    } else if (owner !== undefined && names.length > 0 && left >= 0) {
      const value = valueOf(element, baseUrl);
      for (const name of names) if ((left -= value.length) >= 0) add(owner, name, value);
    }
    pushChildren(open, element, { owner: inner, isBeside });
  }
  return nodes;
}

/** Properties may be called `constructor`. */
const noProperties = (): Properties => Object.create(null) as Properties;

interface Frame {
  readonly element: Element;
  /** The item that properties found here belong to. */
  readonly owner?: Properties | undefined;
  readonly isBeside: boolean;
}

function pushChildren(open: Frame[], parent: ParentNode, state: Omit<Frame, "element">): void {
  for (let index = parent.children.length - 1; index >= 0; index -= 1) {
    const child = parent.children[index];
    if (child instanceof Element) open.push({ element: child, ...state });
  }
}

function itemTypes({ attribs }: Element): readonly string[] | undefined {
  const types = attribs["itemscope"] === undefined ? attribs["typeof"] : (attribs["itemtype"] ?? "");
  return types?.split(/\s+/).flatMap((type) => (type === "" ? [] : [type.replace(/^.*[/#:]/, "")]));
}

function namesOf({ attribs }: Element): readonly string[] {
  // Open Graph also writes `property`, on `<meta>` and with a prefix; those are read elsewhere.
  const names = attribs["itemprop"] ?? (attribs["property"]?.includes(":") === true ? "" : (attribs["property"] ?? ""));
  return names.split(/\s+/).filter((name) => name !== "" && name !== "__proto__");
}

/** The value of a property (HTML Standard §5.2.4), and the machine's value where there is one beside the text. */
function valueOf(element: Element, baseUrl: string): string {
  const { name, attribs } = element;
  const machine = attribs["content"] ?? (name === "time" ? attribs["datetime"] : undefined);
  if (machine !== undefined) return machine.trim();
  if ((name === "data" || name === "meter") && attribs["value"] !== undefined) return attribs["value"];
  const address =
    name === "a" || name === "area" || name === "link"
      ? attribs["href"]
      : name === "object"
        ? attribs["data"]
        : attribs["src"];
  if (address !== undefined) return absoluteAddress(address, baseUrl) ?? address;
  return singleSpaced(textContent(element));
}

function add(item: Properties, name: string, value: unknown): void {
  const known = item[name];
  if (known === undefined) item[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else item[name] = [known, value];
}
