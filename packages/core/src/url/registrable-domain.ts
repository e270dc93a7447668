import { publicSuffixes } from "./public-suffixes.generated.ts";

const address = /^\d+(?:\.\d+){3}$/;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const longest = 255;
const rules = new Set(publicSuffixes.split("\n"));

/**
 * The domain that somebody registered, by the public suffix list (https://publicsuffix.org/list/) with its private part:
 * `shop.example.co.uk` is of `example.co.uk`, `me.github.io` stands for itself. Takes a name as URLs have it. Undefined for
 * IP addresses, bare names, suffixes and what is no name. Pure.
 */
export function registrableDomain(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  const labels = name.split(".");
  if (name.length > longest || address.test(name) || !labels.every((each) => label.test(each))) return undefined;
  if (labels.at(-1) === "local") return undefined;
  const start = labels.length - suffixLength(labels) - 1;
  return start < 0 ? undefined : labels.slice(start).join(".");
}

/** The number of labels of a name's public suffix: of the longest rule that fits, or 1 where none does. */
function suffixLength(labels: readonly string[]): number {
  for (let length = labels.length; length > 0; length -= 1) {
    const end = labels.slice(-length).join(".");
    if (rules.has(`!${end}`)) return length - 1;
    if (rules.has(`*.${end}`)) return length + 1;
    if (rules.has(end)) return length;
  }
  return 1;
}
