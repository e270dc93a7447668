import type { Clock } from "@garner/core";
import { readUpstream, type Upstream } from "./upstream.ts";

/** The request that a proxy is chosen for. */
export interface ProxyRequest {
  readonly url: string;
  readonly tier: "basic" | "stealth";
  /** Upper-case ISO 3166-1 alpha-2 code, where the request names a country. */
  readonly country: string | undefined;
  /** 1 for the first try of this page, 2 for the one after a proxy failed. */
  readonly attempt: number;
  /** True if a proxy has failed lately and should better rest. */
  readonly isResting: (server: string) => boolean;
}

/** Chooses a proxy for each page; undefined means a direct connection. */
export type ProxyChooser = (request: ProxyRequest) => string | undefined | Promise<string | undefined>;

/** Proxy servers by tier: `http:`, `https:` or `socks5:` URLs with credentials if needed. Several take turns. */
export interface ProxyLists {
  readonly basic?: string | readonly string[] | undefined;
  readonly stealth?: string | readonly string[] | undefined;
}

/** Chooses proxies and remembers which of them work. */
export interface Proxies {
  choose(request: Omit<ProxyRequest, "isResting">): Promise<ChosenProxy | undefined>;
  readonly hasStealth: boolean;
}

/** A proxy in use. Reports of its outcomes keep a broken one out of the way for a while. */
export interface ChosenProxy {
  readonly upstream: Upstream;
  report(isWorking: boolean): void;
}

const restMs = { first: 10_000, longest: 300_000 };

/** Builds the choice of proxies. Throws BAD_REQUEST for a server that is not an http, https or socks5 URL. */
export function createProxies(config: ProxyLists | ProxyChooser | undefined, clock: Clock): Proxies {
  const failures = new Map<string, { readonly count: number; readonly restsUntil: number }>();
  const isResting = (server: string) => (failures.get(server)?.restsUntil ?? 0) > clock.now();
  const choose = typeof config === "function" ? config : takingTurns(config ?? {});
  return {
    hasStealth: typeof config === "function" || config?.stealth !== undefined,
    async choose(request) {
      const server = await choose({ ...request, isResting });
      if (server === undefined) return undefined;
      return {
        upstream: readUpstream(server),
        report(isWorking) {
          if (isWorking) return void failures.delete(server);
          const count = (failures.get(server)?.count ?? 0) + 1;
          const pauseMs = Math.min(restMs.first * 2 ** (count - 1), restMs.longest);
          failures.set(server, { count, restsUntil: clock.now() + pauseMs });
        },
      };
    },
  };
}

/** The next server that is not resting; if all are, simply the next one. */
function takingTurns(lists: ProxyLists): ProxyChooser {
  const servers = { basic: asList(lists.basic), stealth: asList(lists.stealth) };
  for (const server of [...servers.basic, ...servers.stealth]) readUpstream(server);
  let turn = 0;
  return ({ tier, isResting }) => {
    const list = tier === "stealth" && servers.stealth.length > 0 ? servers.stealth : servers.basic;
    turn += 1;
    const inTurn = list.map((_server, index) => list[(turn + index) % list.length] ?? "");
    return inTurn.find((server) => !isResting(server)) ?? inTurn[0];
  };
}

function asList(servers: string | readonly string[] | undefined): readonly string[] {
  if (servers === undefined) return [];
  return typeof servers === "string" ? [servers] : servers;
}
