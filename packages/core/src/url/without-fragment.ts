/** The address as a server gets it, which never sees a fragment: the same URL if it has none. Pure. */
export function withoutFragment(url: URL): URL {
  // An empty fragment is none to `hash`, and still an address's last character.
  if (!url.href.includes("#")) return url;
  const plain = new URL(url);
  plain.hash = "";
  return plain;
}
