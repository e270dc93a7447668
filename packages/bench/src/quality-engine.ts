import { captureOf, transformOptions } from "@garner/testkit/site";
import { inProcessTransformer, EngineError, type PageContent, type TransformOptions } from "@garner/core";

const transformer = inProcessTransformer();
const encoder = new TextEncoder();

/** The door for the scorers of the quality pack: a page's main content as Markdown. */
export async function extract(html: string, url: string): Promise<{ readonly markdown: string }> {
  return { markdown: markdownOf(await transformPage(encoder.encode(html), url, {}), url) };
}

/** The door for the fidelity scorer: a fragment as Markdown, nothing left out. */
export async function convert(html: string, url: string): Promise<string> {
  return markdownOf(await transformPage(encoder.encode(html), url, { onlyMainContent: false }), url);
}

/** A page as bytes, taken through the whole transform in the calling thread. */
export async function transformPage(
  body: Uint8Array,
  url: string,
  differently: Partial<TransformOptions>,
): Promise<PageContent> {
  return await transformer.transform(
    captureOf(body, { url }),
    transformOptions(differently),
    new AbortController().signal,
  );
}

function markdownOf({ markdown }: PageContent, url: string): string {
  if (markdown === undefined) throw new EngineError("UNKNOWN_ERROR", `No Markdown for ${url}.`);
  return markdown;
}
