/** A URL with `*` in its path: where to look for pages, and which of them are meant. */
export interface UrlGlob {
  /** The address up to the first part with a `*`. */
  readonly base: string;
  matches(url: string): boolean;
}

/**
 * Reads a URL that may hold `*` (requirements §4.10). At the end of a path it stands for everything below, elsewhere for
 * one part of the path. Undefined when there is no `*`. Pure.
 */
export function readGlob(address: string): UrlGlob | undefined {
  const url = URL.parse(address);
  if (url === null || !url.pathname.includes("*")) return undefined;
  const path = decodeURI(url.pathname);
  const before = path.slice(0, path.indexOf("*"));
  const base = new URL(before.slice(0, before.lastIndexOf("/") + 1), url).href;
  const parts = path.replace(/\*+$/, "").split(/\*+/).map(escape);
  const pattern = new RegExp(`^${parts.join("[^/]*")}${path.endsWith("*") ? "" : "/?$"}`, "i");
  const host = bareHost(url);
  return {
    base,
    matches(candidate) {
      const other = URL.parse(candidate);
      if (other === null) return false;
      const isHost = bareHost(other) === host || bareHost(other).endsWith(`.${host}`);
      return isHost && (pattern.test(decoded(other.pathname)) || pattern.test(`${decoded(other.pathname)}/`));
    },
  };
}

/** The key of an entry that stands for an address with a `*`. */
export function globKey(address: string): string {
  return `glob ${address}`;
}

/** The address with a `*` that an entry stands for; undefined for an entry that is a page and nothing else. */
export function globOfKey(key: string): string | undefined {
  return /^glob (.+)$/.exec(key)?.[1];
}

function bareHost(url: URL): string {
  return url.host.replace(/^www\.(?=[^.]+\.)/, "");
}

function escape(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path; // a stray "%" is part of the path
  }
}
