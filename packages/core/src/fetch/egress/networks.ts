import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

/** An IPv4 or IPv6 address, parsed. */
export type Address = IPv4 | IPv6;

type Network = readonly [Address, number];

/** IPv4 networks that are not the public internet (IANA IPv4 Special-Purpose Address Registry, RFC 6890). */
const specialIpv4 = {
  "this network": ["0.0.0.0/8"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  "carrier-grade NAT": ["100.64.0.0/10"],
  loopback: ["127.0.0.0/8"],
  "link-local": ["169.254.0.0/16"],
  "protocol assignments": ["192.0.0.0/24"],
  documentation: ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
  "6to4 relay": ["192.88.99.0/24"],
  benchmarking: ["198.18.0.0/15"],
  multicast: ["224.0.0.0/4"],
  reserved: ["240.0.0.0/4"],
};

/**
 * IPv6 networks that are not the public internet (IANA IPv6 Special-Purpose Address Registry), among them every way to
 * write an IPv4 address as an IPv6 one. The last row is all that is not global unicast (RFC 4291 §2.4).
 */
const specialIpv6 = {
  loopback: ["::1/128"],
  unspecified: ["::/128"],
  "IPv4-mapped": ["::ffff:0:0/96", "::ffff:0:0:0/96"],
  "IPv4-compatible": ["::/96"],
  NAT64: ["64:ff9b::/96", "64:ff9b:1::/48"],
  "unique local": ["fc00::/7"],
  "link-local": ["fe80::/10"],
  "site-local": ["fec0::/10"],
  multicast: ["ff00::/8"],
  Teredo: ["2001::/32"],
  "protocol assignments": ["2001::/23"],
  documentation: ["2001:db8::/32", "3fff::/20"],
  "6to4": ["2002::/16"],
  "not global unicast": ["::/3", "4000::/2", "8000::/1"],
};

const networks = {
  ipv4: parseNetworks<IPv4>(specialIpv4),
  ipv6: parseNetworks<IPv6>(specialIpv6),
};

/** The kind of special network an address belongs to, such as `private`; undefined on the public internet. */
export function specialNetwork(address: Address): string | undefined {
  const kind =
    address.kind() === "ipv4"
      ? ipaddr.subnetMatch(address, networks.ipv4, "public")
      : ipaddr.subnetMatch(address, networks.ipv6, "public");
  return kind === "public" ? undefined : kind;
}

function parseNetworks<T extends Address>(
  table: Readonly<Record<string, readonly string[]>>,
): Record<string, [T, number][]> {
  const entries = Object.entries(table).map(([kind, cidrs]) => [kind, cidrs.map((cidr) => ipaddr.parseCIDR(cidr))]);
  return Object.fromEntries(entries) as Record<string, [T, number][]>;
}

/** The address that a host name of a URL is, in its one canonical spelling; undefined for a name. */
export function parseAddress(hostname: string): Address | undefined {
  const bare = hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;
  if (ipaddr.IPv6.isValid(bare)) return ipaddr.IPv6.parse(bare);
  return ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.IPv4.parse(bare) : undefined;
}

/** The destination of a connection. The name is in canonical spelling; the address is known once it is resolved. */
export interface Destination {
  readonly hostname: string;
  readonly address?: Address | undefined;
  readonly port?: number | undefined;
}

/** True if the operator allowed a destination. */
export type AllowRule = (destination: Destination) => boolean;

/**
 * Reads one entry of {@link AllowedNetworks}: an address (`127.0.0.1`, `::1`), a network (`10.0.0.0/8`), a host name
 * (`wiki.example`), or all names below one (`*.corp.example`); with `:port` behind it, for that port only
 * (`localhost:8080`, `[::1]:8080`). Undefined when it is none of these.
 */
export function parseAllowRule(entry: string): AllowRule | undefined {
  const { host, port } = splitPort(entry.trim().toLowerCase());
  const onPort = (destination: Destination) => port === undefined || destination.port === port;
  const network = parseNetwork(host);
  if (network !== undefined)
    return (destination) =>
      onPort(destination) && destination.address !== undefined && contains(network, destination.address);
  const name = /^(\*\.)?([a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)$/.exec(host);
  if (name?.[2] === undefined) return undefined;
  const [, wildcard, base] = name;
  const matches = (hostname: string) => (wildcard === undefined ? hostname === base : hostname.endsWith(`.${base}`));
  return (destination) => onPort(destination) && matches(destination.hostname);
}

function splitPort(entry: string): { readonly host: string; readonly port: number | undefined } {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(entry);
  const plain = /^([^:]+):(\d{1,5})$/.exec(entry);
  const [, host = entry, port] = bracketed ?? plain ?? [];
  return { host, port: port === undefined ? undefined : Number(port) };
}

function parseNetwork(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = parseAddress(text);
  return address && [address, address.kind() === "ipv4" ? 32 : 128];
}

function contains([base, bits]: Network, address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}
