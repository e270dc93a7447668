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
  const openGraph = Object.entries(metadata).flatMap(([name, value]) => {
    // Of a property that repeats, the first value stands for the page (https://ogp.me, “Arrays”).
    const [first]: readonly unknown[] = Array.isArray(value) ? value : [value];
    return name.includes(":") && typeof first === "string" ? [[name, absolute(name, first, baseUrl)] as const] : [];
  });
  return {
    nodes: [...readJsonLdNodes(metadata.jsonLd ?? []), ...readMicrodata(document, baseUrl)],
    openGraph: Object.fromEntries(openGraph),
    ...readTables(document),
  };
}

/** Pages may write addresses relative to themselves. */
function absolute(name: string, value: string, baseUrl: string): string {
  const isAddress = /:(?:image|url|audio|video|see_also)(?::(?:secure_)?url)?$/.test(name);
  return (isAddress ? absoluteAddress(value, baseUrl) : undefined) ?? value;
}
