import type { DefaultTheme } from "vitepress";
import { addressOf, pageFiles, titleOf } from "./repository.ts";

type Entry = readonly [file: string, text?: string];

interface Group {
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly isClosed?: boolean;
}

/** The pages below a folder, in the order of their names, under their own titles. */
const pagesBelow = (folder: string): readonly Entry[] =>
  pageFiles()
    .filter((file) => file.startsWith(folder))
    .map((file) => [file] as const);

const groups: readonly Group[] = [
  {
    text: "Start",
    entries: [
      ["docs/guide/quickstart.md", "Quickstart"],
      ["docs/guide/embedding.md", "Embedding"],
      ["docs/guide/moving.md", "Moving from the hosted service"],
      ["docs/guide/configuration.md", "Configuration"],
      ["docs/guide/stores.md", "Memory, SQLite or Redis"],
    ],
  },
  {
    text: "Doors",
    entries: [
      ["docs/quickstart/cli.md", "Command line"],
      ["docs/quickstart/library.md", "Library"],
      ["docs/quickstart/express.md", "Express"],
      ["docs/quickstart/next.md", "Next.js"],
      ["docs/quickstart/trpc.md", "tRPC"],
      ["docs/quickstart/mcp.md", "MCP"],
      ["docs/quickstart/ai.md", "AI SDK tools"],
      ["docs/quickstart/server.md", "Server"],
      ["docs/quickstart/client.md", "Client"],
    ],
  },
  {
    text: "Pages",
    entries: [
      ["docs/guide/formats.md", "What comes back"],
      ["docs/guide/fetching.md", "How pages are fetched"],
      ["docs/guide/main-content.md", "Main content"],
      ["docs/guide/verdict.md", "Verdicts"],
      ["docs/guide/hidden-text.md", "Hidden text"],
      ["docs/guide/documents.md", "Documents"],
      ["docs/guide/change-tracking.md", "Change tracking"],
      ["docs/guide/models.md", "Language models"],
      ["docs/guide/plugging-in.md", "Places to plug in"],
    ],
  },
  {
    text: "Sites",
    entries: [
      ["docs/guide/crawl.md", "Crawls, batches, jobs"],
      ["docs/guide/webhooks.md", "Webhooks"],
      ["docs/guide/map.md", "Map"],
      ["docs/guide/search.md", "Search"],
      ["docs/guide/extract.md", "Extract"],
      ["docs/guide/speed.md", "How fast can it go"],
    ],
  },
  {
    text: "Adapters",
    entries: [
      ["docs/adapters/servers.md", "Servers"],
      ["docs/adapters/hono.md", "Hono"],
      ["docs/adapters/fastify.md", "Fastify"],
      ["docs/adapters/bun.md", "Bun"],
      ["docs/adapters/deno.md", "Deno"],
      ["docs/adapters/playwright.md", "Browser"],
      ["docs/adapters/ocr.md", "Text recognition"],
      ["docs/adapters/sqlite.md", "SQLite"],
      ["docs/adapters/redis.md", "Redis"],
      ["docs/adapters/s3.md", "S3"],
      ["docs/adapters/admin.md", "Queue page"],
      ["docs/adapters/search.md", "Search providers"],
      ["docs/adapters/turndown.md", "Turndown"],
      ["docs/adapters/writing-a-store.md", "Write your own store"],
    ],
  },
  {
    text: "Reference",
    entries: [
      ["docs/reference/operations.md", "Operations"],
      ["docs/reference/scrape-options.md", "Options of a scrape"],
      ["docs/reference/errors.md", "Errors"],
      ["docs/compatibility.md", "Clients of the contract"],
      ["docs/migration.md", "What changed"],
      ["docs/glossary.md", "Glossary"],
    ],
  },
  { text: "Packages", entries: pagesBelow("packages/"), isClosed: true },
  { text: "Examples", entries: pagesBelow("examples/"), isClosed: true },
  {
    text: "Inside",
    entries: [
      ["docs/architecture.md", "Architecture"],
      ["docs/security.md", "Security"],
      ["docs/quality.md", "Measured quality"],
      ["docs/performance.md", "Performance"],
      ["docs/scale.md", "Scale"],
    ],
  },
  { text: "Decisions", entries: pagesBelow("docs/decisions/"), isClosed: true },
];

/** All pages in the order in which they are best read. Throws when a page of `docs/` has no place. */
export function sidebar(): DefaultTheme.SidebarItem[] {
  const placed = new Set(groups.flatMap(({ entries }) => entries.map(([file]) => file)));
  const homeless = pageFiles().filter((file) => !placed.has(file));
  if (homeless.length > 0)
    throw new Error(`Give these pages a place in packages/site/src/sidebar.ts: ${homeless.join(", ")}.`);
  return groups.map(({ text, entries, isClosed = false }) => ({
    text,
    collapsed: isClosed,
    items: entries.map(([file, title = titleOf(file)]) => ({ text: title, link: `${addressOf(file)}.html` })),
  }));
}
