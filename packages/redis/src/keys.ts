import { hash } from "node:crypto";

/** The keys of one job. The part in braces puts all of them into one hash slot of a cluster. */
export function jobKeys(prefix: string, id: string) {
  const job = `${prefix}:{job:${id}}`;
  return {
    /** Hash: `version`, `row`, `spec`, `parts`, `partsVersion`. */
    job,
    /** Hash: entries by the digest of their key. */
    urls: `${job}:urls`,
    /** List: the digests of all entries, in the order of their numbers. */
    order: `${job}:order`,
    /** Hash: the pages that entries were found on, by number. */
    found: `${job}:found`,
    /** Hash: lanes by name. */
    lanes: `${job}:lanes`,
    /** Sorted set: the places of lanes that have pending entries, which sort as lanes are served. */
    ready: `${job}:ready`,
    /** Set: the digests of open entries. */
    open: `${job}:open`,
    /** Set: the lines that were ever made, as `depth:lane`; each has a list and a sorted set of pending digests. */
    lines: `${job}:lines`,
    /** Hash: the spent budget of trap families. */
    spent: `${job}:spent`,
    /** Hash: for the digests of URLs, `place reason` of the decision. */
    decided: `${job}:decided`,
    /** List: decisions; one that was taken back is empty. */
    decisions: `${job}:decisions`,
    /** Hash: events by sequence number. */
    events: `${job}:events`,
    /** List: sequence numbers of the pages that failed. */
    errors: `${job}:errors`,
    /** Hash: documents by the number of their page. */
    documents: `${job}:documents`,
    /** List: the bytes of JSON of each document, by the number of its page. */
    sizes: `${job}:sizes`,
  };
}

/** The keys of one job. */
export type JobKeys = ReturnType<typeof jobKeys>;

/** The key of a line: pending digests in order of admission. */
export function lineKey({ job }: JobKeys, line: string): string {
  return `${job}:line:${line}`;
}

/** The key of those that came to a line later than their number says. */
export function latecomersKey({ job }: JobKeys, line: string): string {
  return `${job}:late:${line}`;
}

/** Sixteen letters that stand for a text: enough that no two texts of one job share them. */
export function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 16);
}
