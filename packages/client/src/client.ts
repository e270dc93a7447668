import { EngineError } from "@garner/core/errors";
import type {
  BatchScrapeStarted,
  Engine,
  ExtractStarted,
  JobCall,
  JobStarted,
  MapResult,
  ConcurrencyReport,
  QueueReport,
  ScrapeCall,
  ScrapeResult,
} from "@garner/core";
import { checkCall, withId } from "./checks.ts";
import { balanceOf, deliveriesOf, deliveryOf, flatOf, foundOf, pageOf, usageOf } from "./envelopes.ts";
import { isObject } from "./body.ts";
import { onlyEmbedded } from "./failure.ts";
import { createJobs } from "./jobs.ts";
import { segment } from "./job-routes.ts";
import { settingsOf, type ClientOptions } from "./options.ts";
import { heldAgainstSchema, plainRequest } from "./plain-request.ts";
import { createAttach, extractHandle, pagesHandle, type Remote } from "./starters.ts";
import { createTransport, type Transport } from "./transport.ts";

/**
 * An engine that stands on a server: the same functions with the same types, results and errors, over the /v2 contract.
 * Methods that need an engine in the same process throw CAPABILITY_MISSING, which names an alternative. Disposing ends
 * the calls under way here; jobs go on on the server.
 */
export function createClient(options: ClientOptions): Engine {
  const settings = settingsOf(options);
  const closing = new AbortController();
  const transport = createTransport(settings, closing.signal);
  const jobs = createJobs(transport, settings.newKey);
  const remote: Remote = { transport, jobs };
  return {
    ...pageFunctions(transport),
    ...starters(remote),
    ...groups(transport),
    jobs: { ...jobs, attach: createAttach(remote) },
    async [Symbol.asyncDispose]() {
      closing.abort(new EngineError("ENGINE_DISPOSED", "The client was disposed. Make a new one with `createClient`."));
    },
  };
}

/** The casts tie results to what the requests ask for: requests are data here. */
function pageFunctions({
  ask,
}: Transport): Pick<Engine, "scrape" | "getScrape" | "read" | "parseFile" | "map" | "search"> {
  const scrape = async (input: unknown, call: ScrapeCall = {}): Promise<ScrapeResult> => {
    checkScrapeCall(call);
    const request = typeof input === "string" ? { url: input } : input;
    const body = await ask({ method: "POST", path: "/v2/scrape", body: plainRequest(request), call });
    return await heldAgainstSchema(request, pageOf(body));
  };
  return {
    scrape: scrape as Engine["scrape"],
    read: () => Promise.reject(onlyEmbedded("read", "`parseFile` reads a file, and `readPage` of the engine a page")),
    parseFile: async (input, call) =>
      heldAgainstSchema(
        input,
        pageOf(await ask({ method: "POST", path: "/v2/parse", body: plainRequest(input), call })),
      ),
    getScrape: async (scraped, call) =>
      pageOf(await ask({ method: "GET", path: `/v2/scrape/${segment(withId(scraped).id)}`, call })),
    map: async (input, call) => flatOf<MapResult>(await ask({ method: "POST", path: "/v2/map", body: input, call })),
    search: async (input, call) =>
      foundOf(await ask({ method: "POST", path: "/v2/search", body: plainRequest(input), call })),
  };
}

function checkScrapeCall(call: ScrapeCall): void {
  checkCall(call);
  const { explain, evidence, storageState } = call;
  if (explain === true) throw onlyEmbedded("explain", "ask an engine in your own process");
  if (evidence === true) throw onlyEmbedded("evidence", 'ask for it in the format: `{ type: "json", evidence: true }`');
  if (storageState !== undefined) throw onlyEmbedded("storageState", "send cookies in `headers`");
}

function starters(remote: Remote): Pick<Engine, "crawl" | "batchScrape" | "extract"> {
  const { jobs } = remote;
  return {
    crawl: ((input: unknown, call: JobCall = {}) => {
      const request = (typeof input === "string" ? { url: input } : input) as Parameters<typeof jobs.startCrawl>[0];
      const start = (own: JobCall): Promise<JobStarted> => jobs.startCrawl(request, own);
      return pagesHandle({ start, kindOf: async () => "crawl" }, { call, isOwner: true, ...remote });
    }) as Engine["crawl"],
    batchScrape: ((input: unknown, call: JobCall = {}) => {
      const request = (Array.isArray(input) ? { urls: input } : input) as Parameters<typeof jobs.startBatchScrape>[0];
      const start = (own: JobCall): Promise<BatchScrapeStarted> => jobs.startBatchScrape(request, own);
      const id = isObject(input) ? request.appendToId : undefined;
      const from = { start, id, isAppended: id !== undefined, kindOf: async () => "batch" as const };
      return pagesHandle(from, { call, isOwner: true, ...remote });
    }) as Engine["batchScrape"],
    extract: (request, call = {}) => {
      const start = (own: JobCall): Promise<ExtractStarted> => jobs.startExtract(request, own);
      return extractHandle({ start }, { call, isOwner: true, ...remote });
    },
  };
}

function groups({ ask }: Transport): Pick<Engine, "webhooks" | "usage"> {
  const get = "GET";
  return {
    webhooks: {
      list: async (query, call) =>
        deliveriesOf(await ask({ method: get, path: "/v2/webhooks/deliveries", query, call })),
      replay: async (delivery, call) => {
        const path = `/v2/webhooks/deliveries/${segment(withId(delivery).id)}/replay`;
        return deliveryOf(await ask({ method: "POST", path, body: {}, call, isRepeatable: false }));
      },
    },
    usage: {
      credits: async (query, call) =>
        usageOf(await ask({ method: get, path: "/v2/team/credit-usage/historical", query, call })),
      balance: async (call) => balanceOf(await ask({ method: get, path: "/v2/team/credit-usage", call })),
      concurrency: async (call) =>
        flatOf<ConcurrencyReport>(await ask({ method: get, path: "/v2/concurrency-check", call })),
      queue: async (call) => flatOf<QueueReport>(await ask({ method: get, path: "/v2/team/queue-status", call })),
    },
  };
}
