import type { Dispatcher, UndiciRequestInit } from "./egress/undici.ts";
import { gaveUp } from "../concurrency/deadline.ts";
import { loadedOnce } from "../concurrency/loaded-once.ts";
import { EngineError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import { basicAuthorization, takeUserinfo } from "../url/userinfo.ts";
import { createAgents } from "./egress/agents.ts";
import type { EgressGuard } from "../ports/egress-guard.ts";
import type { ProxyServers } from "../ports/page-source.ts";
import { cookiesOnTheWay } from "./http/cookies-on-the-way.ts";
import { withLimitedBody } from "./body/limited-body.ts";
import { networkError } from "./network-error.ts";
import { pageTooLarge } from "./body/read-body.ts";

/** The parts of a {@link GuardedFetch}. */
export interface GuardedFetchOptions {
  readonly guard: EgressGuard;
  readonly userAgent: string;
  /** The most bytes of a body, decoded. */
  readonly maxBodyBytes: number;
  readonly proxy?: ProxyServers | undefined;
  /** True if any certificate is accepted; false by default. */
  readonly skipTlsVerification?: boolean | undefined;
  /** Tells when cookies expire. */
  readonly clock: Pick<Clock, "now">;
}

/**
 * The Fetch API through the egress guard: for robots.txt, sitemaps, webhooks and models. Every connection goes to an
 * address that was checked, TLS is verified unless that is skipped, and cookies last for one call. GET and HEAD follow
 * up to five redirects, unless `redirect` is `manual`; other methods return them. Failures of the network are
 * EngineErrors, and so is a body that grows over the limit, which surfaces when it is read. Disposing closes the
 * connections.
 */
export interface GuardedFetch extends AsyncDisposable {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

const maxRedirects = 5;

/** Builds a {@link GuardedFetch}. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { guard, maxBodyBytes, skipTlsVerification = false, clock } = options;
  const route = { proxy: "basic", skipTlsVerification } as const;
  const agents = createAgents(guard, options.proxy);
  const loadFetching = loadedOnce(() =>
    Promise.all([import("./egress/undici.ts"), import("./egress/true-encoding.ts")]),
  );

  async function ask(url: URL, init: RequestInit): Promise<Response> {
    // The Fetch API takes no URL with a name and password, to which a redirect may lead.
    const { address, userinfo } = takeUserinfo(url);
    const headers = new Headers(init.headers);
    if (userinfo !== undefined) headers.set("authorization", basicAuthorization(userinfo));
    const send = async (dispatcher: Dispatcher) => {
      const [{ undiciFetch }, { withTrueEncoding }] = await loadFetching();
      // Node's own types of the Fetch API and undici's differ in name only.
      const request = {
        ...init,
        headers,
        redirect: "manual",
        dispatcher: withTrueEncoding(dispatcher),
      } as UndiciRequestInit;
      return (await undiciFetch(address, request)) as unknown as Response;
    };
    const discard = ({ body }: Response) => void body?.cancel();
    try {
      const response = await agents.send(url, route, { send, discard, statusOf: ({ status }) => status });
      return withLimitedBody(response, maxBodyBytes, () => pageTooLarge(maxBodyBytes));
    } catch (thrown) {
      throw init.signal?.aborted === true ? gaveUp(init.signal) : networkError(thrown, url);
    }
  }

  const guardedFetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const first = input instanceof Request ? await partsOf(input, init) : { url: readUrl(input), init };
    let headers = new Headers(first.init.headers);
    if (!headers.has("user-agent")) headers.set("user-agent", options.userAgent);
    let { url } = first;
    const cookies = cookiesOnTheWay(() => clock.now());
    for (let hops = 0; ; hops += 1) {
      const response = await ask(url, { ...first.init, headers: withCookies(headers, cookies.headerFor(url)) });
      const target = init.redirect === "manual" ? undefined : redirectTarget(response, url, first.init.method);
      if (target === undefined) return response;
      await cookies.keep(response.headers, url);
      await response.body?.cancel();
      if (hops === maxRedirects) throw tooManyRedirects(first.url);
      if (target.origin !== url.origin) headers = withoutSecrets(headers);
      url = target;
    }
  };
  return Object.assign(guardedFetch, { [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose]() });
}

/** A `Request` of this process in the form that undici, which has a class of its own, takes. */
async function partsOf(request: Request, init: RequestInit): Promise<{ url: URL; init: RequestInit }> {
  const { method, headers, signal } = request;
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  return { url: readUrl(request.url), init: { method, headers, signal, ...body, ...init } };
}

function readUrl(input: string | URL): URL {
  const url = URL.parse(String(input));
  if (url === null) throw new EngineError("BAD_REQUEST", `"${String(input)}" is not a URL.`);
  return url;
}

function redirectTarget(response: Response, url: URL, method = "GET"): URL | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  if (!isRedirect || !/^(?:get|head)$/i.test(method)) return undefined;
  return URL.parse(response.headers.get("location") ?? "\0", url.href) ?? undefined;
}

/** Cookies that were set on the way go beside those of the caller. */
function withCookies(headers: Headers, cookies: string): Headers {
  if (cookies === "") return headers;
  const own = headers.get("cookie");
  const all = new Headers(headers);
  all.set("cookie", own === null ? cookies : `${own}; ${cookies}`);
  return all;
}

/** Another site gets only what any browser would tell it. */
function withoutSecrets(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => /^(?:accept|accept-language|user-agent)$/.test(name)));
}

function tooManyRedirects(url: URL): EngineError {
  return new EngineError(
    "SCRAPE_SITE_ERROR",
    `${takeUserinfo(url).address} redirects more than ${maxRedirects} times.`,
  );
}
