import type { Document } from "domhandler";
import type { Metadata } from "../../schema/result.ts";
import type { StructuredContent } from "./content.ts";
import { readJsonLdNodes } from "./json-ld.ts";
import { readMicrodata } from "./microdata.ts";
import { readTables } from "./tables.ts";
import { absoluteAddress } from "../../url/absolute.ts";

export { noStructuredContent, type StructuredContent, type StructuredNode, type StructuredTable } from "./content.ts";

/** Everything that a page says in a form that can be read exactly: JSON-LD, microdata, Open Graph, tables and lists. */
export function readStructured(document: Document, baseUrl: string, metadata: Metadata): StructuredContent {
  const isProperty = ([name, value]: readonly [string, unknown]) => name.includes(":") && typeof value === "string";
  const openGraph = Object.entries(metadata).filter(isProperty) as [string, string][];
  return {
    nodes: [...readJsonLdNodes(metadata.jsonLd ?? []), ...readMicrodata(document, baseUrl)],
    openGraph: Object.fromEntries(openGraph.map(([name, value]) => [name, absolute(name, value, baseUrl)])),
    ...readTables(document),
  };
}

/** Pages may write addresses relative to themselves. */
function absolute(name: string, value: string, baseUrl: string): string {
  const isAddress = /:(?:image|url|audio|video|see_also)(?::(?:secure_)?url)?$/.test(name);
  return (isAddress ? absoluteAddress(value, baseUrl) : undefined) ?? value;
}
