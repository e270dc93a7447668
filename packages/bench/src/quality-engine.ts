import { EngineError, inProcessTransformer, type Capture, type TransformOptions } from "@garner/core";

const transformer = inProcessTransformer();
const encoder = new TextEncoder();

const options: TransformOptions = {
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  parsePdf: true,
  outputs: ["markdown"],
  explain: false,
};

/** What the scorers of the quality pack call: a page's main content as Markdown. */
export async function extract(html: string, url: string): Promise<{ readonly markdown: string }> {
  return { markdown: await extractFromBytes(encoder.encode(html), url) };
}

/** A page's main content as Markdown. */
export async function extractFromBytes(body: Uint8Array, url: string): Promise<string> {
  return await markdownOf(body, url, options);
}

/** What the fidelity scorer calls: a fragment as Markdown, nothing left out. */
export async function convert(html: string, url: string): Promise<string> {
  return await markdownOf(encoder.encode(html), url, { ...options, onlyMainContent: false });
}

async function markdownOf(body: Uint8Array, url: string, transform: TransformOptions): Promise<string> {
  const content = await transformer.transform(captureOf(body, url), transform, new AbortController().signal);
  if (content.markdown === undefined) throw new EngineError("UNKNOWN_ERROR", `No Markdown for ${url}.`);
  return content.markdown;
}

/** A page as the network would have given it. */
function captureOf(body: Uint8Array, url: string): Capture {
  return {
    requestedUrl: url,
    url,
    status: 200,
    contentType: "text/html; charset=utf-8",
    headers: [],
    body,
    capturedAt: 0,
    source: "http",
    proxyUsed: "basic",
    warnings: [],
  };
}
