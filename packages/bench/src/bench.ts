import { benchTransform } from "./transform/bench.ts";

/** The measurements of `pnpm bench <name>`, loaded only when asked for. */
const others: Readonly<Record<string, () => Promise<unknown>>> = {
  crawl: async () => (await import("./crawl/bench.ts")).benchCrawl(),
  latency: async () => (await import("./latency/bench.ts")).benchLatency(),
  browser: async () => (await import("./browser/bench.ts")).benchBrowser(),
  hostile: () => import("./hostile/bench.ts"),
  "large-pages": () => import("./large-pages.ts"),
  ladder: () => import("./ladder.ts"),
  "event-loop": () => import("./event-loop/bench.ts"),
  "event-loop-library": async () => (await import("./event-loop/library.ts")).benchLibrary(),
  "event-loop-large": async () => (await import("./event-loop/large.ts")).benchLarge(),
};

const outcome = await (others[process.argv[2] ?? ""] ?? benchTransform)();
if (typeof outcome === "number") process.exitCode = outcome;
