/** The part that the published SDK's watcher of a job shares with every other one. */
export interface JobWatcher {
  on(event: string, listener: (value: unknown) => void): unknown;
  start(): Promise<void>;
  close(): void;
}

/** Seen by a watcher. */
export interface WatchedJob {
  /** Pages with different URLs. */
  readonly documents: number;
  readonly status: string;
}

/** Watches a job with the published SDK until it ends. Rejects with what the watcher reports as an error. */
export async function watchToEnd(watcher: JobWatcher): Promise<WatchedJob> {
  const urls = new Set<unknown>();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  watcher.on("document", (document) => urls.add((document as { metadata?: { url?: string } }).metadata?.url));
  watcher.on("done", resolve);
  watcher.on("error", reject);
  await watcher.start();
  const { status } = (await promise) as { status: string };
  watcher.close();
  return { documents: urls.size, status };
}
