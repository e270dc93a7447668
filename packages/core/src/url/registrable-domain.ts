import { get } from "psl";

const address = /^\d+(?:\.\d+){3}$/;

/**
 * The domain that somebody registered, by the public suffix list with its private part: `shop.example.co.uk` is of
 * `example.co.uk`, `me.github.io` stands for itself. Undefined for IP addresses, bare names and suffixes. Pure.
 */
export function registrableDomain(hostname: string): string | undefined {
  return address.test(hostname) ? undefined : (get(hostname) ?? undefined);
}
