import { networkInterfaces } from "node:os";
import { parseAddress, type Address, type Destination } from "./networks.ts";

/**
 * A place where this process listens, such as what `server.address()` of Node says: an address or name, and a port.
 * `0.0.0.0` and `::` are all addresses of this machine.
 */
export interface ListeningAddress {
  readonly address: string;
  readonly port: number;
}

/** True if a connection to this destination would come back to this process. The name is in canonical spelling. */
export function leadsBack(destination: Destination, listening: readonly ListeningAddress[]): boolean {
  const onPort = listening.filter(({ port }) => port === destination.port);
  return onPort.some((own) => {
    const listens = parseAddress(own.address);
    if (listens === undefined) return own.address.toLowerCase() === destination.hostname;
    const address = destination.address && unmapped(destination.address);
    if (address === undefined) return false;
    // Connecting to the unspecified address connects to this machine.
    if (isUnspecified(address)) return true;
    return isUnspecified(listens) ? isOfThisMachine(address) : sameAddress(address, unmapped(listens));
  });
}

function isOfThisMachine(address: Address): boolean {
  if (address.range() === "loopback") return true;
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return interfaces.some((each) => {
    const own = parseAddress(each.address.replace(/%.*$/, ""));
    return own !== undefined && sameAddress(address, own);
  });
}

function isUnspecified(address: Address): boolean {
  return address.range() === "unspecified";
}

/** `::ffff:127.0.0.1` is 127.0.0.1 to the machine that connects to it. */
function unmapped(address: Address): Address {
  return "isIPv4MappedAddress" in address && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function sameAddress(one: Address, other: Address): boolean {
  return one.toString() === other.toString();
}
