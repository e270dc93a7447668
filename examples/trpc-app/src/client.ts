import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { EventSource } from "undici";
import type { AppRouter } from "./router.ts";

/** A client that knows every procedure's input, output and errors from the server's type alone. */
export function createClient(url: string) {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        // Browsers have an `EventSource` of their own.
        true: httpSubscriptionLink({ url, EventSource }),
        false: httpBatchLink({ url }),
      }),
    ],
  });
}

/** Crawls a site through the server and prints each page as it comes. */
export async function crawl(client: ReturnType<typeof createClient>, site: string, print: (line: string) => void) {
  const { id } = await client.garner.startCrawl.mutate({ url: site, limit: 20 });
  await new Promise<void>((resolve, reject) => {
    const subscription = client.garner.jobEvents.subscribe(
      { id },
      {
        onData({ data: { type, url, error } }) {
          if (type === "page") print(error === undefined ? `${url}` : `${url}: ${error.message}`);
          if (type !== "completed" && type !== "failed" && type !== "cancelled") return;
          subscription.unsubscribe();
          resolve();
        },
        onError: reject,
      },
    );
  });
}
