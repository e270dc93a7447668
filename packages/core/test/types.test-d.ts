// What the compiler makes of requests and results. `tsc` checks this file; it is never run.
import { type } from "arktype";
import * as valibot from "valibot";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import type { Engine } from "../src/engine.ts";
import { EngineError } from "../src/errors.ts";
import type { NoOtherKeys, ScrapeResultOf } from "../src/schema/asked-result.ts";
import type {
  ActionResults,
  ChangeTracking,
  Metadata,
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

// The details of an error follow from its code.
declare const thrown: unknown;
if (EngineError.is(thrown)) {
  if (thrown.code === "RATE_LIMITED") expectTypeOf(thrown.details?.retryAfterMs).toEqualTypeOf<number | undefined>();
  // @ts-expect-error -- a timeout has no details
  if (thrown.code === "SCRAPE_TIMEOUT") void thrown.details?.retryAfterMs;
}
if (EngineError.is(thrown, "ACTION_FAILED")) expectTypeOf(thrown.details?.index).toEqualTypeOf<number | undefined>();
