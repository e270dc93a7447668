import type { CDPSession } from "playwright-core";
import { decodeText, EngineError, headerCharset, isPrivateAnswer, pageTooLarge, type Clock } from "@garner/core";
import { brokenOff, servedText, stillComing, takeBody, takeBodyInTime } from "./answer-body.ts";
import { nowhere } from "./departures.ts";
import { isMarkup, isReadable, isShown, isStream, shownAs } from "./media-types.ts";

/** A document the main frame was sent. */
export interface MainDocument {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contentType: string;
  /** The bytes, where the document is not HTML and so is not read from the rendered page. */
  readonly body: Uint8Array | undefined;
  /** What kept the end of the document away, where it was taken before the browser got it. */
  readonly cut?: string | undefined;
  /** True if the window is empty: the browser shows nothing of this document, and nothing came before it. */
  readonly leavesBlank: boolean;
}

/** Everything that is decided about each request of a page before it leaves. */
export interface TrafficRules {
  readonly mainFrameId: string;
  readonly proxyUsername: string;
  readonly proxyPassword: string;
  /** Addresses of documents that the browser may have kept, which have to come anew; those of this page join them. */
  readonly documents: Set<string>;
  /** True if pictures, sound, film and fonts are left out. */
  readonly skipMedia: boolean;
  /** True if a request is for an advertisement or a tracker. */
  readonly isUnwanted: ((request: WebRequest) => boolean) | undefined;
  /** Headers that the caller wants sent to the page's origin, and to no other. */
  readonly callerHeaders: Readonly<Record<string, string>>;
  readonly maxBodyBytes: number;
  readonly clock: Clock;
  /** The longest wait for the end of a document whose charset only its bytes tell. */
  readonly longestBodyMs: number;
  /** Receives notes about omissions, for the caller. */
  readonly warn: (warning: string) => void;
}

/** One request of a page, as the blocking rules see it. */
export interface WebRequest {
  readonly url: string;
  /** The DevTools protocol's word for it: `Script`, `Image`, `XHR` … */
  readonly type: string;
  readonly pageUrl: string;
}

/** The traffic of one page. */
export interface Traffic {
  /** The newest document of the main frame; undefined before the first. */
  readonly mainDocument: () => MainDocument | undefined;
  /** True once an answer on the way to the newest document was for the asker alone. */
  readonly isPrivate: () => boolean;
  /** The text of the newest document as it came, where the browser still has it. */
  readonly servedText: () => Promise<string | undefined>;
  /** True if the newest document of a frame came with an error status. */
  readonly isErrorIn: (frameId: string) => boolean;
  /** The address that the main frame was last sent to, by redirects too. */
  readonly lastAddress: () => string;
  /** The first failure that makes the capture impossible, such as a page over the size limit. */
  readonly failure: () => EngineError | undefined;
}

/** A transparent picture of one pixel. Pages take the error path when pictures fail, so they get this one instead. */
const emptyPicture = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

interface PausedRequest {
  readonly requestId: string;
  /** The request that was answered with a redirect to this one. */
  readonly redirectedRequestId?: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly frameId: string;
  readonly resourceType: string;
  readonly responseErrorReason?: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Stands between a page and its network through the DevTools protocol. Unlike a route of the driver, it sees every hop
 * of a redirect, so that the caller's headers never reach another origin, and it can read other types than HTML.
 */
export async function watchTraffic(session: CDPSession, pageUrl: string, rules: TrafficRules): Promise<Traffic> {
  const state: State = {
    session,
    rules,
    home: new URL(pageUrl),
    document: undefined,
    isPrivate: false,
    failure: undefined,
    lastAddress: pageUrl,
    redirects: new Set(),
    errorFrames: new Set(),
    slow: new Set(),
  };
  session.on("Fetch.authRequired", (event) => answerChallenge(state, event));
  session.on("Fetch.requestPaused", (event: PausedRequest) => {
    const isAnswer = event.responseStatusCode !== undefined || event.responseErrorReason !== undefined;
    const decided = isAnswer ? readAnswer(state, event) : decide(state, event);
    // The page may be closed at any moment; then there is nothing left to decide.
    decided.catch(() => undefined);
  });
  await session.send("Fetch.enable", { handleAuthRequests: true, patterns: [...patternsFor(rules)] });
  return {
    mainDocument: () => state.document,
    isPrivate: () => state.isPrivate,
    async servedText() {
      const { document } = state;
      return document && (await servedText(session, rules.mainFrameId, document.url));
    },
    isErrorIn: (frameId) => state.errorFrames.has(frameId),
    lastAddress: () => state.lastAddress,
    failure: () => state.failure,
  };
}

interface State {
  readonly session: CDPSession;
  readonly rules: TrafficRules;
  readonly home: URL;
  document: MainDocument | undefined;
  isPrivate: boolean;
  failure: EngineError | undefined;
  lastAddress: string;
  /** The addresses, with their cookies, that redirects have led to on the way to the next document. */
  readonly redirects: Set<string>;
  /** Frames whose newest document came with an error status. */
  readonly errorFrames: Set<string>;
  /** Addresses of documents that were still coming when there was no more time to hold them up. */
  readonly slow: Set<string>;
}

/**
 * Every pattern costs a round trip per request, so only requests that the rules need are paused. Documents always are:
 * the proxy's challenge is only reported for a request that was paused, and once answered it is never made again.
 */
function patternsFor(rules: TrafficRules): readonly Pattern[] {
  const documents: readonly Pattern[] = [
    { resourceType: "Document", requestStage: "Request" },
    { resourceType: "Document", requestStage: "Response" },
  ];
  const looksAtAll = rules.isUnwanted !== undefined || Object.keys(rules.callerHeaders).length > 0;
  if (looksAtAll) return [...documents, { urlPattern: "*", requestStage: "Request" }];
  if (!rules.skipMedia) return documents;
  const types = ["Image", "Media", "Font"] as const;
  return [...documents, ...types.map((resourceType): Pattern => ({ resourceType, requestStage: "Request" }))];
}

interface Pattern {
  readonly urlPattern?: string;
  readonly resourceType?: "Document" | "Image" | "Media" | "Font";
  readonly requestStage: "Request" | "Response";
}

function answerChallenge(
  { session, rules }: State,
  event: { readonly requestId: string; readonly authChallenge: { readonly source?: string } },
): void {
  const authChallengeResponse =
    event.authChallenge.source === "Proxy"
      ? ({ response: "ProvideCredentials", username: rules.proxyUsername, password: rules.proxyPassword } as const)
      : ({ response: "CancelAuth" } as const);
  session.send("Fetch.continueWithAuth", { requestId: event.requestId, authChallengeResponse }).catch(() => undefined);
}

async function decide(state: State, event: PausedRequest): Promise<void> {
  const { requestId, request, resourceType, frameId, redirectedRequestId } = event;
  const { session, rules, home } = state;
  const isPage = resourceType === "Document" && frameId === rules.mainFrameId;
  if (isPage && request.url === nowhere) return await leaveNoPage(state, { requestId, isFirst: false });
  if (isPage) state.lastAddress = request.url;
  if (isPage && redirectedRequestId === undefined) state.redirects.clear();
  else if (isPage && (await isCircle(state, request.url))) return await refuse(state, requestId, circle(request.url));
  if (!isPage && rules.isUnwanted?.({ url: request.url, type: resourceType, pageUrl: home.href }) === true) {
    await session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  } else if (rules.skipMedia && resourceType === "Image") {
    await session.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: "content-type", value: "image/gif" }],
      body: emptyPicture,
    });
  } else if (rules.skipMedia && (resourceType === "Media" || resourceType === "Font")) {
    await session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  } else {
    const anew = resourceType === "Document" && rules.documents.has(request.url) ? fromItsServer : {};
    if (resourceType === "Document") rules.documents.add(request.url);
    const added = isHome(request.url, home) ? { ...anew, ...rules.callerHeaders } : anew;
    const headers = withHeaders(request.headers, added);
    const continued = session.send("Fetch.continueRequest", {
      requestId,
      ...(headers === undefined ? {} : { headers }),
    });
    await continued.catch((thrown: unknown) => giveUp(state, requestId, thrown));
  }
}

/** True if redirects lead to where they led before: a browser would go round twenty times. */
async function isCircle({ session, redirects }: State, address: string): Promise<boolean> {
  // The same address with other cookies may well answer differently.
  const { cookies } = await session.send("Network.getCookies", { urls: [address] });
  const held = cookies.map(({ name, value }) => `${name}=${value}`);
  const way = [address.replace(/#.*/s, ""), ...held].join(" ");
  const isKnown = redirects.has(way);
  redirects.add(way);
  return isKnown;
}

function circle(address: string): EngineError {
  return new EngineError("SCRAPE_SITE_ERROR", `${new URL(address).host} could not be read: it redirects in circles.`);
}

/** Ends a request that the browser refuses to make for one of its headers, and would leave waiting for ever. */
async function giveUp(state: State, requestId: string, thrown: unknown): Promise<void> {
  const name = /unsafe header: *(\S+)/i.exec(String(thrown))?.[1];
  if (name === undefined) throw thrown;
  state.failure ??= new EngineError("BAD_REQUEST", `headers: a browser does not send the header "${name}".`);
  await state.session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
}

/** Keeps the browser from answering a request by itself. */
const fromItsServer = { "cache-control": "no-cache" };

/** The page's own origin, or the same host after the step from http to https. */
function isHome(url: string, home: URL): boolean {
  const { origin, hostname, protocol, port } = new URL(url);
  if (origin === home.origin) return true;
  return hostname === home.hostname && home.protocol === "http:" && protocol === "https:" && home.port + port === "";
}

function withHeaders(own: Readonly<Record<string, string>>, added: Readonly<Record<string, string>>) {
  const entries = Object.entries(added);
  if (entries.length === 0) return undefined;
  const replaced = new Set(entries.map(([name]) => name.toLowerCase()));
  const kept = Object.entries(own).filter(([name]) => !replaced.has(name.toLowerCase()));
  return [...kept, ...entries].map(([name, value]) => ({ name, value }));
}

async function readAnswer(state: State, event: PausedRequest): Promise<void> {
  const { session, rules } = state;
  const { requestId, responseStatusCode: status = 0, responseHeaders = [] } = event;
  const header = (name: string) => responseHeaders.find((one) => one.name.toLowerCase() === name)?.value ?? "";
  const isRedirect = status >= 300 && status < 400 && header("location") !== "";
  const isOfPage = event.frameId === rules.mainFrameId;
  const headers = responseHeaders.map(({ name, value }) => [name, value] as const);
  state.isPrivate ||= isOfPage && isPrivateAnswer({ headers });
  if (status >= 400) state.errorFrames.add(event.frameId);
  else state.errorFrames.delete(event.frameId);
  if (!isOfPage || event.responseErrorReason !== undefined || isRedirect)
    return void (await session.send("Fetch.continueResponse", { requestId }));

  const isFirst = state.document === undefined;
  const contentType = header("content-type");
  const received = {
    url: event.request.url,
    status,
    headers,
    contentType,
  };
  if (status === 204 || status === 205 || status === 304) {
    // A visitor stays where they are, and a 304 that the browser did not ask for gives it nothing to show either. On the first
    // page nobody is anywhere yet, so it is an empty one.
    if (isFirst) state.document = { ...received, body: new Uint8Array(), leavesBlank: true };
    return await leaveNoPage(state, { requestId, isFirst });
  }
  const isDownload = /^\s*attachment/i.test(header("content-disposition")) || !isShown(contentType);
  if (isMarkup(contentType) && !isDownload) {
    state.document = { ...received, body: undefined, leavesBlank: false };
    const isDeclared = contentType.trim() === "" || headerCharset(contentType) === "utf-8";
    if (!isDeclared && !state.slow.has(event.request.url)) return await passOnReadable(state, event, state.document);
    return void (await session.send("Fetch.continueResponse", { requestId }));
  }
  if (isDownload && !isFirst && !isReadable(contentType)) {
    rules.warn(`A download of ${contentType.trim() || "an unknown type"} was not followed: ${event.request.url}`);
    return await leaveNoPage(state, { requestId, isFirst });
  }
  if (isStream(contentType)) {
    state.document = { ...received, body: new Uint8Array(), leavesBlank: isFirst };
    return await leaveNoPage(state, { requestId, isFirst });
  }
  const refuseSize = () => refuse(state, requestId, pageTooLarge(rules.maxBodyBytes));
  if (Number(header("content-length")) > rules.maxBodyBytes) return await refuseSize();
  const body = await takeBody(session, requestId, rules.maxBodyBytes);
  if (body === undefined) return await refuseSize();
  state.document = { ...received, body, leavesBlank: isDownload && isFirst };
  if (isDownload) return await leaveNoPage(state, { requestId, isFirst });
  await session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: status,
    responseHeaders: [
      ...responseHeaders.filter(({ name }) => !/^content-(?:encoding|length|type)$/i.test(name)),
      { name: "content-type", value: shownAs(contentType) },
    ],
    body: Buffer.from(body).toString("base64"),
  });
}

/**
 * Hands a document to the browser with the charset that its bytes tell. A browser believes what is declared, and takes an
 * undeclared document for anything but UTF-8. One that is declared as UTF-8, as nearly all are, is passed on as it comes.
 */
async function passOnReadable(state: State, event: PausedRequest, document: MainDocument): Promise<void> {
  const { session, rules } = state;
  const { requestId, responseStatusCode: responseCode = 200, responseHeaders = [] } = event;
  const { maxBodyBytes: maxBytes, longestBodyMs: longestMs, clock } = rules;
  const taken = await takeBodyInTime(session, requestId, { maxBytes, longestMs, clock });
  if (taken === undefined) return await refuse(state, requestId, pageTooLarge(maxBytes));
  const { bytes: body } = taken;
  const cut = taken.cut ?? (isShort(responseHeaders, body) ? brokenOff : undefined);
  if (cut === stillComing) {
    // Interception shows the browser nothing before the end. Asked for again, the document is passed on as it comes.
    state.slow.add(document.url);
    const responseHeaders = [{ name: "location", value: document.url }];
    const redirect = { requestId, responseCode: 307, responseHeaders, body: "" };
    return void (await session.send("Fetch.fulfillRequest", redirect));
  }
  if (cut !== undefined && body.length === 0)
    return void (await session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" }));
  state.document = { ...document, cut };
  const { contentType } = document;
  const { charset } = decodeText({ body, contentType });
  await session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode,
    responseHeaders: [
      ...responseHeaders.filter(({ name }) => !/^content-(?:encoding|length|type)$/i.test(name)),
      { name: "content-type", value: `${contentType.replace(/;.*/s, "").trim()}; charset=${charset}` },
    ],
    body: Buffer.from(body).toString("base64"),
  });
}

/** True if less came than was announced. Of an answer that came in parts, interception shows no missing end. */
function isShort(headers: NonNullable<PausedRequest["responseHeaders"]>, { length }: Uint8Array): boolean {
  const valueOf = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? "";
  const announced = Number(valueOf("content-length"));
  return valueOf("content-encoding") === "" ? length < announced : length === 0 && announced > 0;
}

async function refuse(state: State, requestId: string, failure: EngineError): Promise<void> {
  state.failure = failure;
  await state.session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
}

/** A download leaves no page behind. The first navigation gets an empty one; a later one stays where it was. */
async function leaveNoPage(
  { session }: State,
  { requestId, isFirst }: { readonly requestId: string; readonly isFirst: boolean },
): Promise<void> {
  await session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: isFirst ? 200 : 204,
    responseHeaders: [{ name: "content-type", value: "text/html" }],
    body: "",
  });
}
