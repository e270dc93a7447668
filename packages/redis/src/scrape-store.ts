import type { ScrapeStore } from "@garner/core";
import type { Connection } from "./connection.ts";
import { readText, writeDocument } from "./document-value.ts";

/** Results of scrapes, compressed; they expire by themselves. */
export function scrapeStore({ client, prefix, ask }: Connection): ScrapeStore {
  const place = (team: string, id: string) => `${prefix}:scrape:${encodeURIComponent(team)}:${id}`;
  return {
    async keep({ id, team, json, expiresAt }, at) {
      const ttlMs = Math.max(1, Math.ceil(expiresAt - at));
      await ask(() => client.set(place(team, id), writeDocument(json), "PX", ttlMs));
    },
    async get({ id, team }) {
      const found = await ask(() => client.getBuffer(place(team, id)));
      return found === null ? undefined : readText(found);
    },
  };
}
