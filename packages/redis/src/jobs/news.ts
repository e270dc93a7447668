import type { Changes, JobNews } from "@garner/core";
import { Cluster } from "ioredis";
import type { Client, Connection } from "../connection.ts";

/** The message to other processes about a changed job: its id, and if it has ended. Empty if there is no news. */
export function newsOf({ row: { job }, events }: Changes): string {
  if (events.length === 0) return "";
  const news: JobNews = { id: job.id, hasEnded: job.state !== "scraping" };
  return JSON.stringify(news);
}

/**
 * Pages of a fast job are told of so often, in milliseconds: each message wakes every process, and whoever waits for events
 * looks twice a second by itself. An end is told at once.
 */
const tellEveryMs = 100;

/** The least time between the news before and those of these changes. */
export function newsRestMs({ row: { job } }: Changes): number {
  return job.state === "scraping" ? tellEveryMs : 0;
}

/** The channel for news of jobs. */
export function newsChannel(prefix: string): string {
  return `${prefix}:news`;
}

/** Listens for news on a connection of its own, which comes back by itself when Redis was away. */
export function watchNews({ client, prefix }: Connection, onNews: (news: JobNews) => void): AsyncDisposable {
  const listener: Client = client instanceof Cluster ? client.duplicate() : client.duplicate();
  listener.on("error", () => undefined); // the users of Redis report that it is away
  listener.on("message", (_channel: string, text: string) => onNews(JSON.parse(text) as JobNews));
  // Also when the connection is back.
  listener.on("ready", () => void listener.subscribe(newsChannel(prefix)).catch(() => undefined));
  return {
    async [Symbol.asyncDispose]() {
      listener.disconnect();
    },
  };
}
