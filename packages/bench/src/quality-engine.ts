import { EngineError, inProcessTransformer, type Capture, type TransformOptions } from "@garner/core";

const transformer = inProcessTransformer();

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
  return { markdown: await markdownOf(html, url, options) };
}

/** What the fidelity scorer calls: a fragment as Markdown, nothing left out. */
export async function convert(html: string, url: string): Promise<string> {
  return await markdownOf(html, url, { ...options, onlyMainContent: false });
}

async function markdownOf(html: string, url: string, transform: TransformOptions): Promise<string> {
  const content = await transformer.transform(captureOf(html, url), transform, new AbortController().signal);
  if (content.markdown === undefined) throw new EngineError("UNKNOWN_ERROR", `No Markdown for ${url}.`);
  return content.markdown;
}

/** A page as the network would have given it. */
export function captureOf(html: string, url: string): Capture {
  return {
    requestedUrl: url,
    url,
    status: 200,
    contentType: "text/html; charset=utf-8",
    headers: [],
    body: new TextEncoder().encode(html),
    capturedAt: 0,
    source: "http",
    proxyUsed: "basic",
    warnings: [],
  };
}
