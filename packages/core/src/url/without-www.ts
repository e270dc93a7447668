/** A host as sites are compared by it: without `www.`, unless that is the name itself, as in `www.com`. Pure. */
export function withoutWww(host: string): string {
  return host.replace(/^www\.(?=[^.]+\.)/, "");
}
