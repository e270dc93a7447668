import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { EngineError } from "../../errors.ts";
import { checkOptions, option } from "../../schema/input/check-options.ts";
import type { EgressGuard, ResolvedAddress } from "../../ports/egress-guard.ts";
import {
  parseAddress,
  parseAllowRule,
  specialNetwork,
  type Address,
  type AllowRule,
  type Destination,
} from "./networks.ts";
import { leadsBack, type ListeningAddress } from "./own-addresses.ts";

/**
 * Networks the guard lets through besides the public internet: everything (`true`), nothing (`false`), or a list of
 * addresses, CIDR ranges and host names (`*.corp.example` for all names below one), each with an optional `:port`.
 */
export type AllowedNetworks = boolean | readonly string[];

/** Finds all addresses of a host name; rejects, or resolves with an empty list, if it has none. */
export type Resolver = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** The parts of an {@link EgressGuard}. */
export interface EgressGuardOptions {
  readonly allow: AllowedNetworks;
  /**
   * The addresses on which this process listens at the moment. Always refused: a page must not reach the engine's own
   * server.
   */
  readonly ownAddresses?: (() => readonly ListeningAddress[]) | undefined;
  /** The resolver of host names; the system's by default. */
  readonly resolver?: Resolver | undefined;
}

/** Builds the egress guard. Throws BAD_REQUEST for wrong options, and an entry of `allow` that is not a network or host. */
export function createEgressGuard(options: EgressGuardOptions): EgressGuard {
  checkOptions<EgressGuardOptions>("createEgressGuard", options, {
    allow: option.flag.or(option.texts),
    ownAddresses: option.callback.optional(),
    resolver: option.callback.optional(),
  });
  const { allow, ownAddresses = () => [], resolver = systemResolver } = options;
  const rules = typeof allow === "boolean" ? [] : allow.map(readRule);
  const isAllowed: AllowRule = (destination) => allow === true || rules.some((rule) => rule(destination));

  function check(destination: Destination): void {
    const { hostname, address, port } = destination;
    if (leadsBack(destination, ownAddresses())) throw blocked(`${hostname}:${port} is the server that was asked.`);
    const reason = address === undefined ? refusedName(hostname) : specialNetwork(address);
    if (reason === undefined || isAllowed(destination)) return;
    if (address === undefined && loopback.some((own) => isAllowed({ ...destination, address: own }))) return;
    const spelled = address === undefined || address.toString() === bare(hostname) ? "" : ` (${address.toString()})`;
    throw blocked(
      `${hostname}${spelled} is not on the public internet (${reason}). The operator can allow it: \`policy.allowPrivateNetworks\` of the engine, ALLOW_PRIVATE_NETWORKS of the server.`,
    );
  }

  async function resolve(spelling: string, port: number): Promise<readonly ResolvedAddress[]> {
    const hostname = canonicalHostname(spelling);
    const literal = parseAddress(hostname);
    check({ hostname, address: literal, port });
    if (literal !== undefined) return [resolved(literal)];
    const addresses = (await lookUp(resolver, hostname)).map(({ address }) => readAddress(hostname, address));
    // This machine is one host under two addresses: where one of them is open, the other is not needed.
    const open = addresses.filter((address) => isAllowed({ hostname, address, port }));
    const wanted = refusedName(hostname) !== undefined && open.length > 0 ? open : addresses;
    for (const address of wanted) check({ hostname, address, port });
    return wanted.map(resolved);
  }

  return {
    checkUrl(url) {
      if (url.protocol !== "http:" && url.protocol !== "https:")
        throw blocked(`Only http and https addresses can be reached, not ${url.protocol.replace(":", "")} ones.`);
      const hostname = canonicalHostname(url.hostname);
      check({ hostname, address: parseAddress(hostname), port: portOf(url) });
    },
    resolve,
    async checkProxied(url) {
      const hostname = canonicalHostname(url.hostname);
      const port = portOf(url);
      const isOpenedName = parseAddress(hostname) === undefined && isAllowed({ hostname, port });
      if (!isOpenedName) await resolve(hostname, port);
      else check({ hostname, port });
    },
    lookup: (port) => (hostname, lookupOptions, callback) => {
      resolve(hostname, port).then(
        (addresses) => answerLookup(addresses, lookupOptions, callback),
        (error: Error) => callback(error, "", 0),
      );
    },
  };
}

const families = { IPv4: 4, IPv6: 6 } as const;

/** Answers a `lookup` call of `net.connect` with addresses that are already known. */
export function answerLookup(
  addresses: readonly ResolvedAddress[],
  options: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
): void {
  const { family: named = 0 } = options;
  const family = typeof named === "string" ? families[named] : named;
  const fitting = addresses.filter((address) => family === 0 || address.family === family);
  const [first] = fitting;
  if (first === undefined) callback(new Error("No address of the wanted family."), "", 0);
  else if (options.all === true) callback(null, [...fitting]);
  else callback(null, first.address, first.family);
}

/** The port that a URL's connection goes to. */
export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

const systemResolver: Resolver = (hostname) => systemLookup(hostname, { all: true, order: "verbatim" });

function readRule(entry: string): AllowRule {
  const rule = parseAllowRule(entry);
  if (rule === undefined)
    throw new EngineError("BAD_REQUEST", `"${entry}" is not an address, CIDR range or host name to allow.`);
  return rule;
}

/**
 * The one spelling of a host name: as the WHATWG URL parser writes it (which reads `0x7f.1`, `２１３０７０６４３３` and
 * `127.1`), without the dot that ends a fully qualified name. The system's resolver reads such spellings too.
 */
function canonicalHostname(spelling: string): string {
  const trimmed = spelling.replace(/(?<!\.)\.+$/, "");
  const host = trimmed.includes(":") && !trimmed.startsWith("[") ? `[${trimmed}]` : trimmed;
  const url = URL.parse(`http://${host}/`);
  if (url === null || url.pathname !== "/" || url.search !== "" || url.username !== "" || url.port !== "")
    throw blocked(`"${spelling}" is not a host name.`);
  return url.hostname;
}

/** The addresses that names of this machine stand for. */
const loopback = ["127.0.0.1", "::1"].map(parseAddress);

/** Names that mean this machine whatever a resolver says (RFC 6761 §6.3). */
function refusedName(hostname: string): string | undefined {
  return /(?:^|\.)localhost$/.test(hostname) ? "a name of this machine" : undefined;
}

async function lookUp(resolver: Resolver, hostname: string): Promise<Awaited<ReturnType<Resolver>>> {
  const missing = (cause: unknown) =>
    new EngineError("SCRAPE_DNS_RESOLUTION_ERROR", `The host name ${hostname} does not resolve.`, { cause });
  const addresses = await resolver(hostname).catch((cause: unknown) => {
    throw missing(cause);
  });
  if (addresses.length === 0) throw missing(undefined);
  return addresses;
}

function readAddress(hostname: string, text: unknown): Address {
  if (typeof text !== "string")
    throw new EngineError("EXTENSION_FAILED", "`network.resolver` must give a list of `{ address, family }`.", {
      details: { extension: "network.resolver" },
    });
  const address = parseAddress(text.replace(/%.*$/, ""));
  if (address === undefined) throw blocked(`${hostname} resolves to something that is not an address.`);
  return address;
}

function resolved(address: Address): ResolvedAddress {
  return { address: address.toString(), family: address.kind() === "ipv4" ? 4 : 6 };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function blocked(reason: string): EngineError {
  return new EngineError("URL_BLOCKED", reason);
}
