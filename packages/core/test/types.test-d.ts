// What the compiler makes of requests and results. `tsc` checks this file; it is never run.
import { type } from "arktype";
import * as valibot from "valibot";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import type { Engine } from "../src/engine.ts";
import * as bare from "../src/bare-functions.ts";
import { defineFormat, readPage } from "../src/index.ts";
import { EngineError } from "../src/errors.ts";
import type { NoOtherKeys, ScrapeResultOf } from "../src/schema/asked-result.ts";
import type {
  ActionResults,
  ChangeTracking,
  CrawlRequest,
  DocumentPage,
  Metadata,
  PageBlocks,
  PageChunk,
  PageImage,
  ScrapeOptions,
  ScrapeRequest,
  ScrapeResult,
} from "../src/schema/types.generated.ts";

declare function scrape<const Request extends ScrapeRequest>(
  request: NoOtherKeys<Request, ScrapeRequest>,
): ScrapeResultOf<Request>;
const url = "https://example.com";

// Markdown when nothing was said, and nothing else.
const plain = scrape({ url });
expectTypeOf(plain.markdown).toEqualTypeOf<string>();
expectTypeOf(plain.metadata).toEqualTypeOf<Metadata>();
expectTypeOf(plain.warning).toEqualTypeOf<string | undefined>();
// @ts-expect-error -- HTML was not asked for
void plain.html;
// @ts-expect-error -- a slip of the pen
void plain.markdwon;

// The pages of documents, where parsers may ask for them.
const paged = scrape({ url, parsers: [{ type: "pdf", pages: true, blocks: true, pageMarkers: true }] });
expectTypeOf(paged.markdown).toEqualTypeOf<string>();
expectTypeOf(paged.pages).toEqualTypeOf<DocumentPage[] | undefined>();
expectTypeOf(paged.blocks).toEqualTypeOf<PageBlocks[] | undefined>();

// The formats that were asked for, by name or as objects, and no others.
const several = scrape({ url, formats: ["html", "links", { type: "screenshot", fullPage: true }] });
expectTypeOf(several.html).toEqualTypeOf<string>();
expectTypeOf(several.links).toEqualTypeOf<string[]>();
expectTypeOf(several.screenshot).toEqualTypeOf<string>();
// @ts-expect-error -- Markdown was not asked for
void several.markdown;
expectTypeOf(scrape({ url, formats: ["markdown", "changeTracking"] }).changeTracking).toEqualTypeOf<
  ChangeTracking | undefined
>();
expectTypeOf<keyof ReturnType<typeof none>>().toEqualTypeOf<"metadata" | "warning">();
const none = () => scrape({ url, formats: [] });

// `as const` arrays, and arrays that are known only when the program runs.
const formats = ["rawHtml", "summary"] as const;
expectTypeOf(scrape({ url, formats }).summary).toEqualTypeOf<string>();
const found: ("markdown" | "html")[] = [];
const uncertain = scrape({ url, formats: found });
expectTypeOf(uncertain.markdown).toEqualTypeOf<string | undefined>();
// @ts-expect-error -- links can't be among them
void uncertain.links;

// `json` is what the schema says, whichever library made it.
const product = z.object({ name: z.string(), price: z.number() });
type Product = { name: string; price: number };
expectTypeOf(scrape({ url, formats: [{ type: "json", schema: product }] }).json).toEqualTypeOf<Product>();
expectTypeOf(
  scrape({ url, formats: ["markdown", { type: "json", schema: valibot.object({ name: valibot.string() }) }] }).json,
).toEqualTypeOf<{ name: string }>();
expectTypeOf(scrape({ url, formats: [{ type: "json", schema: type({ name: "string" }) }] }).json).toEqualTypeOf<{
  name: string;
}>();
expectTypeOf(scrape({ url, formats: [{ type: "json", schema: { type: "object" } }] }).json).toBeUnknown();
expectTypeOf(scrape({ url, formats: [{ type: "json", prompt: "the price" }] }).json).toBeUnknown();

// Lists of pictures, attributes and chunks; Markdown within a budget says where it goes on.
const cut = scrape({ url, formats: ["images", { type: "markdown", maxTokens: 500 }, "chunks"] });
expectTypeOf(cut.imageDetails).toEqualTypeOf<PageImage[]>();
expectTypeOf(cut.chunks).toEqualTypeOf<PageChunk[]>();
expectTypeOf(cut.nextCursor).toEqualTypeOf<string | undefined>();
// @ts-expect-error -- without a budget there is nothing to read on
void plain.nextCursor;

// A format of the host's own has the type of its schema, under its name.
const words = defineFormat({ name: "words", schema: z.int(), render: ({ markdown }) => markdown.length });
const counted = scrape({ url, formats: [words, "html"] });
expectTypeOf(counted.words).toEqualTypeOf<number>();
expectTypeOf(counted.html).toEqualTypeOf<string>();
// @ts-expect-error -- Markdown was not asked for
void counted.markdown;
// @ts-expect-error -- a number is not what the schema takes
defineFormat({ name: "name", schema: z.string(), render: () => 1 });

// Actions give results.
expectTypeOf(scrape({ url, actions: [{ type: "wait", milliseconds: 10 }] }).actions).toEqualTypeOf<ActionResults>();
// @ts-expect-error -- there were no actions
void plain.actions;

// A request that was made elsewhere may ask for anything.
declare const request: ScrapeRequest;
expectTypeOf(scrape(request)).toEqualTypeOf<ScrapeResult>();
declare const options: ScrapeOptions;
expectTypeOf(scrape({ url, ...options }).html).toEqualTypeOf<string | undefined>();

// Metadata names what is known, and every `<meta>` that has a name of the web.
expectTypeOf(plain.metadata.title).toEqualTypeOf<string | undefined>();
expectTypeOf(plain.metadata["og:image:alt"]).toBeUnknown();
expectTypeOf(plain.metadata["theme-color"]).toBeUnknown();
// @ts-expect-error -- a slip of the pen
void plain.metadata.titel;

// What is not in the contract does not compile.
// @ts-expect-error -- a slip of the pen
scrape({ url, formatz: ["markdown"] });
// @ts-expect-error -- no such format
scrape({ url, formats: ["pdf"] });
// @ts-expect-error -- a URL is needed
scrape({ formats: ["markdown"] });

// The engine's own method, with a request and with nothing but a URL.
declare const engine: Engine;
expectTypeOf((await engine.scrape(url)).markdown).toEqualTypeOf<string>();
expectTypeOf((await engine.scrape({ url, formats: ["links"] })).links).toEqualTypeOf<string[]>();
// @ts-expect-error -- a slip of the pen
await engine.scrape({ url, formatz: ["links"] });

// A page that one has.
const page = { html: "<p>Hi</p>", url };
expectTypeOf((await engine.read(page)).markdown).toEqualTypeOf<string>();
expectTypeOf((await engine.read(page, ["links", "images"])).images).toEqualTypeOf<string[]>();
expectTypeOf((await readPage(page, { formats: ["html"], onlyMainContent: false })).html).toEqualTypeOf<string>();
// @ts-expect-error -- Markdown was not asked for
void (await readPage(page, ["html"])).markdown;
// @ts-expect-error -- there is no network to wait for
void (await readPage(page, { waitFor: 1 }));
// @ts-expect-error -- a page is text or bytes
void (await readPage({ url }));

// Jobs: handles that are no promises, with pages of the type that was asked for.
const crawling = engine.crawl({ url, scrapeOptions: { formats: ["html", { type: "json", schema: product }] } });
expectTypeOf(crawling.id).toEqualTypeOf<string>();
expectTypeOf(crawling).not.toHaveProperty("then");
for await (const one of crawling) {
  expectTypeOf(one.html).toEqualTypeOf<string>();
  expectTypeOf(one.json).toEqualTypeOf<Product>();
  // @ts-expect-error -- Markdown was not asked for
  void one.markdown;
}
for await (const { completed } of crawling.progress) expectTypeOf(completed).toEqualTypeOf<number>();
expectTypeOf((await crawling.result()).pages[0]?.json).toEqualTypeOf<Product | undefined>();
expectTypeOf((await engine.crawl(url).result()).pages[0]?.markdown).toEqualTypeOf<string | undefined>();
const batch = engine.batchScrape({ urls: [url], formats });
expectTypeOf((await batch.result()).pages[0]?.summary).toEqualTypeOf<string | undefined>();
expectTypeOf((await batch.started()).invalidURLs).toEqualTypeOf<string[] | undefined>();
expectTypeOf((await engine.batchScrape([url]).result()).pages[0]?.markdown).toEqualTypeOf<string | undefined>();
expectTypeOf((await engine.extract({ urls: [url], prompt: "x" }).result()).status).toEqualTypeOf<
  "processing" | "completed" | "failed" | "cancelled"
>();
declare const crawlRequest: CrawlRequest;
expectTypeOf((await engine.crawl(crawlRequest).result()).pages).toEqualTypeOf<ScrapeResult[]>();
// @ts-expect-error -- a slip of the pen
engine.crawl({ url, limitt: 3 });
// @ts-expect-error -- a slip of the pen
engine.batchScrape({ urls: [url], formatz: ["html"] });
// @ts-expect-error -- a handle is asked for its result
void (await engine.crawl(url)).pages;

// The bare functions take what the methods take.
expectTypeOf((await bare.scrape(url)).markdown).toEqualTypeOf<string>();
expectTypeOf((await bare.scrape({ url, formats: ["links"] }, { policy: {} })).links).toEqualTypeOf<string[]>();
expectTypeOf((await bare.crawl(url).result()).pages[0]?.markdown).toEqualTypeOf<string | undefined>();
expectTypeOf((await bare.crawl(crawlRequest).result()).pages).toEqualTypeOf<ScrapeResult[]>();
expectTypeOf((await bare.batchScrape([url]).result()).pages[0]?.markdown).toEqualTypeOf<string | undefined>();
// @ts-expect-error -- a slip of the pen
void bare.scrape({ url, formatz: ["links"] });
// @ts-expect-error -- a slip of the pen
bare.crawl({ url, limitt: 3 });

// The details of an error follow from its code.
declare const thrown: unknown;
if (EngineError.is(thrown)) {
  if (thrown.code === "RATE_LIMITED") expectTypeOf(thrown.details?.retryAfterMs).toEqualTypeOf<number | undefined>();
  // @ts-expect-error -- a timeout has no details
  if (thrown.code === "SCRAPE_TIMEOUT") void thrown.details?.retryAfterMs;
}
if (EngineError.is(thrown, "ACTION_FAILED")) expectTypeOf(thrown.details?.index).toEqualTypeOf<number | undefined>();
