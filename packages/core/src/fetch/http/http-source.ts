import { gaveUp } from "../../concurrency/deadline.ts";
import { isObject } from "../../collections/json-values.ts";
import { loadedOnce } from "../../concurrency/loaded-once.ts";
import { EngineError } from "../../errors.ts";
import { essenceOf } from "../../decoding/media-type.ts";
import type {
  Capability,
  Capture,
  CaptureContext,
  PageSource,
  ProxyServers,
  SourceHost,
} from "../../ports/page-source.ts";
import { checkOptions, option } from "../../schema/input/check-options.ts";
import { readLanguages } from "../../schema/fields/languages.ts";
import { exportAddress } from "../../url/export-address.ts";
import { takeUserinfo } from "../../url/userinfo.ts";
import { createAgents } from "../egress/agents.ts";
import { redirectTarget } from "./redirect.ts";
import { refreshTarget } from "./refresh.ts";
import { readCallerHeaders } from "./request-headers.ts";
import { headerOf } from "./response-headers.ts";
import type { RedirectChain } from "./redirect-chain.ts";
import { isPrivateAnswer } from "../privacy.ts";
import { createTries } from "../tries.ts";
import { takeHop, type Answer, type HopOptions } from "./hop.ts";

/** Options of plain HTTP. */
export interface HttpSourceOptions {
  /** Proxy servers; the engine's when not given. With one for stealth, the source has the capability `stealth`. */
  readonly proxy?: ProxyServers | undefined;
}

/**
 * Captures pages over plain HTTP: redirects, immediate refreshes, cookies for the length of one capture, retries of what
 * passes, connections that are kept open until it is disposed. It is what an engine starts with where no `sources` are given.
 * Throws BAD_REQUEST for wrong options.
 */
export function httpSource(options: HttpSourceOptions = {}): (host: SourceHost) => PageSource & AsyncDisposable {
  // Who names it without calling it gives it an engine's parts, and is told so by the engine.
  if (!isObject(options) || !("guard" in options)) {
    checkOptions<HttpSourceOptions>("httpSource", options, { proxy: option.object.optional() });
    const server = option.text.optional();
    checkOptions<ProxyServers>("httpSource: proxy", options.proxy ?? {}, { basic: server, stealth: server });
  }
  return (host) => createHttpSource({ ...host, proxy: options.proxy ?? host.proxy });
}

function createHttpSource(options: SourceHost): PageSource & AsyncDisposable {
  const { guard, policy } = options;
  const agents = createAgents(guard, options.proxy);
  const capabilities: ReadonlySet<Capability> = new Set(options.proxy?.stealth === undefined ? [] : ["stealth"]);
  // undici is large: it is loaded with the first page.
  const loadChain = loadedOnce(() => import("./redirect-chain.ts"));

  return {
    name: "http",
    capabilities,
    async capture(request, signal, context) {
      const { headers: callerHeaders, warnings } = readCallerHeaders(request.headers);
      const { languages, warnings: languageWarnings } = readLanguages(request.location?.languages ?? []);
      const start = readUrl(request.url);
      const proxy = request.proxy === "stealth" && capabilities.has("stealth") ? "stealth" : "basic";
      const hopOptions: HopOptions = {
        ...options,
        agents,
        route: { proxy, skipTlsVerification: request.skipTlsVerification },
        callerHeaders,
        location: request.location && { ...request.location, languages },
        signal,
        deadlineAt: context?.deadlineAt,
        mayRetry: context?.mayRetry ?? ownTries(),
      };
      const { startChain } = await loadChain();
      const chain = startChain(start, policy.maxRedirects, options.clock);
      chain.warnings.push(...warnings, ...languageWarnings);
      const answer = await travel(chain, hopOptions, context?.beforeHop).catch((thrown: unknown) => {
        throw signal.aborted ? gaveUp(signal) : thrown;
      });
      return {
        ...captureOf(answer),
        ...(chain.isPrivate ? { isPrivate: true } : {}),
        requestedUrl: request.url,
        capturedAt: options.clock.now(),
        proxyUsed: proxy,
        warnings: chain.warnings,
      };
    },
    [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose](),
  };
}

/** The retries of a capture, if its caller does not count tries. */
function ownTries(): () => boolean {
  const tries = createTries();
  tries.take();
  return tries.take;
}

/** Follows redirects and refreshes to the page at their end. */
async function travel(
  chain: RedirectChain,
  options: HopOptions,
  beforeHop: CaptureContext["beforeHop"] = () => Promise.resolve(),
): Promise<Answer> {
  for (let hasReloaded = false; ;) {
    const answer = await takeHop(chain, options);
    const redirect = redirectTarget(answer);
    const target = redirect ?? refreshOf(answer);
    if (target === undefined) return answer;
    const isReload = redirect === undefined && target.href === answer.url.href;
    if (redirect === undefined && ((isReload && hasReloaded) || !chain.mayFollow(target))) return answer;
    hasReloaded ||= isReload;
    chain.isPrivate ||= isPrivateAnswer(answer);
    chain.follow(target);
    await beforeHop(target, answer.status);
  }
}

function refreshOf(answer: Answer): URL | undefined {
  const contentType = headerOf(answer.headers, "content-type");
  const isHtml = /^(?:|text\/html|application\/xhtml\+xml)$/.test(essenceOf(contentType));
  if (answer.status >= 300 || !isHtml) return undefined;
  return refreshTarget({ ...answer, contentType, refreshHeader: headerOf(answer.headers, "refresh") });
}

function captureOf({
  url,
  status,
  headers,
  body,
}: Answer): Pick<Capture, "url" | "status" | "contentType" | "headers" | "body" | "source"> {
  return {
    url: takeUserinfo(url).address,
    status,
    contentType: headerOf(headers, "content-type"),
    headers,
    body,
    source: "http",
  };
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new EngineError("BAD_REQUEST", `"${text}" is not a URL.`);
  return exportAddress(url);
}
