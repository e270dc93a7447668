import { findQualityPack, readPages } from "../quality-pack.ts";

/** A page as it comes from the network. */
export interface Page {
  readonly body: Uint8Array;
  readonly url: string;
}

/** The pages of the quality pack that are not empty, in the same order in every process; undefined without the pack. */
export function pagesToTransform(): readonly Page[] | undefined {
  const pack = findQualityPack();
  if (pack === undefined) return undefined;
  return readPages(pack)
    .filter(({ html }) => html.length > 0)
    .map(({ html, url }) => ({ body: new TextEncoder().encode(html), url }));
}
