import type { Response } from "playwright-core";
import { EngineError, pageTooLarge, type Capture, type CaptureRequest } from "@garner/core";
import { serialisePage } from "../page/serialise.ts";
import { answerOf } from "../page/silent-frames.ts";
import type { MainDocument, Traffic } from "../page/traffic.ts";
import type { OpenPage } from "./open-page.ts";
import type { CaptureStage } from "./stage.ts";

/** The document as it was served comes over at once, which holds this process up when it is long. */
const maxServedBytes = 16 * 1024 * 1024;

/** Careless templates leave a few broken letters in a page. */
const maxLostLetters = 3;

/** A longer address than any server takes was written by a script. */
const maxUrlLength = 8_192;

/** The rendered document, or the bytes of one that is not HTML. Nothing of the page runs any more afterwards. */
export async function readPage(
  { page, opening, world, reins, traffic }: OpenPage,
  stage: CaptureStage,
  warn: (warning: string) => void,
): Promise<
  Pick<Capture, "url" | "status" | "contentType" | "headers" | "isPrivate" | "body" | "isRendered" | "served">
> {
  reins.hold();
  const document = documentOf(traffic, stage.request);
  const { status, headers } = document;
  const isPrivate = traffic.isPrivate() || (await opensSession(opening, stage));
  const onTheWay = isPrivate ? { isPrivate } : {};
  if (page.url().startsWith("chrome-error:")) throw lostOnTheWay(traffic, stage);
  if (document.body !== undefined) {
    const { url, contentType, body } = document;
    return { url, status, headers, ...onTheWay, contentType, body: withinLimit(body, stage) };
  }
  const [html, servedBytes] = await Promise.all([
    serialisePage({ world, waiting: stage, maxBytes: stage.maxBodyBytes, isErrorIn: traffic.isErrorIn }),
    world.ask<number>(`performance.getEntriesByType("navigation")[0]?.decodedBodySize ?? 0`),
  ]);
  const served = servedBytes <= maxServedBytes ? await answerOf(traffic.servedText(), stage) : undefined;
  if (served !== undefined && isFile(served))
    throw new EngineError("UNSUPPORTED_CONTENT", "The page is served as HTML, but it is a file of another type.");
  if (served !== undefined && served.split("\uFFFD", maxLostLetters + 2).length > maxLostLetters + 1)
    warn("The page has letters that could not be read: it is not written in the charset that it declares.");
  return {
    url: isAddress(page.url()) ? page.url() : document.url,
    status,
    headers,
    ...onTheWay,
    contentType: "text/html; charset=utf-8",
    body: withinLimit(new TextEncoder().encode(html), stage),
    isRendered: true,
    ...(served === undefined || served === "" ? {} : { served: new TextEncoder().encode(served) }),
  };
}

/** True if an answer on the way to the page set a cookie. Interception shows no such header. */
async function opensSession(opening: Response | null, stage: CaptureStage): Promise<boolean> {
  for (let request = opening?.request() ?? null; request !== null; request = request.redirectedFrom()) {
    const cookie = request.response().then((response) => response?.headerValue("set-cookie"));
    if (typeof (await answerOf(cookie, stage)) === "string") return true;
  }
  return false;
}

/** The number of characters that the MIME Sniffing Standard looks at (§7.1). */
const sniffedLength = 1445;

/** A picture or document that is called HTML: no tag at its start, and what no text has (MIME Sniffing Standard §3). */
function isFile(served: string): boolean {
  const start = served.slice(0, sniffedLength).trimStart();
  if (start.startsWith("<")) return false;
  return start.startsWith("%PDF-") || /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(start);
}

/** A page can show a document that it made itself (`about:`, `blob:`), or write anything into its path. */
function isAddress(url: string): boolean {
  return /^https?:/.test(url) && url.length <= maxUrlLength;
}

function withinLimit(body: Uint8Array, { maxBodyBytes }: CaptureStage): Uint8Array {
  if (body.length <= maxBodyBytes) return body;
  throw pageTooLarge(maxBodyBytes);
}

/** The page sent its visitor to an address that shows nothing but the browser's own error page. */
function lostOnTheWay(traffic: Traffic, { egress }: CaptureStage): EngineError {
  const url = new URL(traffic.lastAddress());
  const reason = egress.failureAt(url);
  if (reason !== undefined) return reason;
  return new EngineError("SCRAPE_SITE_ERROR", `The page leads to ${url.host}, which could not be read.`);
}

function documentOf(traffic: Traffic, request: CaptureRequest): MainDocument {
  const failure = traffic.failure();
  if (failure !== undefined) throw failure;
  const document = traffic.mainDocument();
  if (document !== undefined) return document;
  throw new EngineError("SCRAPE_SITE_ERROR", `${new URL(request.url).host} sent no document.`);
}
