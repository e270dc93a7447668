import type { Document } from "domhandler";
import type { Metadata } from "../../schema/result.ts";
import { elementsNamed } from "../../markup/elements.ts";
import { elementsBeside, textOf } from "./beside.ts";
import type { PageIdentity, StructuredContent } from "./content.ts";
import { readJsonLdNodes } from "./json-ld.ts";
import { readMicrodata } from "./microdata.ts";
import { readTables } from "./tables.ts";
import { absoluteAddress } from "../../url/absolute.ts";

export {
  noStructuredContent,
  type PageIdentity,
  type StructuredContent,
  type StructuredNode,
  type StructuredTable,
} from "./content.ts";

/** The address of a page, and the one that its relative addresses are relative to. */
export interface PageAddress {
  readonly url: string;
  readonly baseUrl: string;
}

/** Everything that a page says in a form that can be read exactly: JSON-LD, microdata, Open Graph, tables and lists. */
export function readStructured(
  document: Document,
  { url, baseUrl }: PageAddress,
  metadata: Metadata,
): StructuredContent {
  const beside = elementsBeside(document);
  const openGraph = Object.entries(metadata).flatMap(([name, value]) => {
    // Of a property that repeats, the first value stands for the page (https://ogp.me, “Arrays”).
    const [first]: readonly unknown[] = Array.isArray(value) ? value : [value];
    return name.includes(":") && typeof first === "string" ? [[name, absolute(name, first, baseUrl)] as const] : [];
  });
  return {
    page: identityOf(document, url, metadata),
    nodes: [...readJsonLdNodes(metadata.jsonLd ?? [], baseUrl), ...readMicrodata(document, { baseUrl, beside })],
    openGraph: Object.fromEntries(openGraph),
    ...readTables(document, beside),
  };
}

const longestName = 500;
const maxNames = 20;

function identityOf(document: Document, url: string, metadata: Metadata): PageIdentity {
  const { ogTitle, ogSiteName, title, language, canonical, ogUrl } = metadata;
  const headings = elementsNamed(document, ["h1"]).slice(0, maxNames).map(textOf);
  const names = [...headings, (ogTitle ?? "").slice(0, longestName)];
  return {
    names: [...new Set(names)].filter((name) => name !== "" && name !== ogSiteName),
    title: title?.slice(0, longestName),
    addresses: [url, canonical, ogUrl].filter((address) => address !== undefined),
    language,
  };
}

/** Pages may write addresses relative to themselves. */
function absolute(name: string, value: string, baseUrl: string): string {
  const isAddress = /:(?:image|url|audio|video|see_also)(?::(?:secure_)?url)?$/.test(name);
  return (isAddress ? absoluteAddress(value, baseUrl) : undefined) ?? value;
}
