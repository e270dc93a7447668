import { percentDecoded } from "./percent-decoded.ts";

/** An address without the name and password before its host, and these as they stood there, such as `alice:secret`. */
export interface PartedAddress {
  readonly address: string;
  /** Absent where the address had none. */
  readonly userinfo?: string;
}

/** Userinfos by the origin that they are for. */
export type Logins = Readonly<Record<string, string>>;

/**
 * Takes the userinfo (RFC 3986 §3.2.1) out of an address, which stays as it was written otherwise. `url` is what the
 * address means. Pure.
 */
export function takeUserinfo(url: URL, address: string = url.href): PartedAddress {
  const { username, password } = url;
  if (username === "" && password === "") return { address };
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  const written = address.trim().replace(/^((?:https?:)?[/\\]*)[^/\\?#]*@/i, "$1");
  // A parser skips tabs and line breaks anywhere, so such an address is written anew.
  const isPlain = [written, `http://${written}`].some((text) => URL.parse(text)?.href === plain.href);
  return { address: isPlain ? written : plain.href, userinfo: `${username}:${password}` };
}

/** Puts back the userinfo of an address's origin. Pure. */
export function withUserinfo(address: string, logins: Logins = {}): string {
  const url = URL.parse(address);
  const userinfo = url === null ? undefined : logins[url.origin];
  if (url === null || userinfo === undefined) return address;
  const colon = userinfo.indexOf(":");
  url.username = userinfo.slice(0, colon);
  url.password = userinfo.slice(colon + 1);
  return url.href;
}

/** A userinfo as HTTP sends it: the value of an `Authorization` header (RFC 7617). Pure. */
export function basicAuthorization(userinfo: string): string {
  const colon = userinfo.indexOf(":");
  const credentials = `${percentDecoded(userinfo.slice(0, colon))}:${percentDecoded(userinfo.slice(colon + 1))}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}
