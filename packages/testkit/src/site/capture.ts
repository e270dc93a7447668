import type { Capture, TransformOptions } from "@garner/core";

/** A capture of `https://site.example/page` that came at once; what differs is given. */
export function captureOf(body: string | Uint8Array, facts: Partial<Capture> = {}): Capture {
  const url = facts.url ?? "https://site.example/page";
  return {
    requestedUrl: url,
    url,
    status: 200,
    contentType: "text/html; charset=utf-8",
    headers: [],
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    capturedAt: 0,
    source: "http",
    proxyUsed: "basic",
    warnings: [],
    ...facts,
  };
}

/** The defaults of a scrape: the main content as Markdown. */
export function transformOptions(asked: Partial<TransformOptions> = {}): TransformOptions {
  return {
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    parsePdf: true,
    outputs: ["markdown"],
    explain: false,
    ...asked,
  };
}
