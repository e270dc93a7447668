import { withDeadline } from "../concurrency/deadline.ts";
import { createStopwatch } from "../concurrency/stopwatch.ts";
import type { Call, CallOptions } from "../ports/call.ts";
import { requireDefined, withDefinedFormats } from "../extensions/defined-formats.ts";
import { withProfile } from "../extensions/site-profiles.ts";
import { formatObjects } from "../schema/formats.ts";
import { loginAsHeader } from "../schema/fields/login-as-header.ts";
import { parseRequest } from "../schema/input/parse-input.ts";
import { defaultTimeoutMs, ScrapeRequest, totalWaitMs, type ParsedScrapeRequest } from "../schema/scrape.ts";
import { warningOf } from "../schema/warning.ts";
import { checkSchemas } from "./check.ts";
import type { ScrapeDependencies } from "./dependencies.ts";
import { watchModel } from "../models/model-access.ts";
import { takeStandardSchemas, type StandardSchemas } from "./formats/json/standard-schema.ts";
import { keepScrape, type KeepingDependencies } from "./kept-scrapes.ts";
import { requireModel } from "./formats/render-asked.ts";
import { resultOf, type ScrapeOutcome } from "./page-result.ts";
import { isStorable, takePage, type PageCall } from "./take-page.ts";
import { transformOptions } from "./transform-options.ts";

/** Options of a scrape that are objects of the caller's process and never travel over a wire. */
export interface ScrapeCall extends CallOptions {
  /** Also return which block won, and what was removed and why. */
  readonly explain?: boolean | undefined;
  /** Also return, for every field of `json`, the words of the page that state it and where they stand. */
  readonly evidence?: boolean | undefined;
  /** Cookies and storage of a logged-in browser, in Playwright's `storageState` form. */
  readonly storageState?: unknown;
}

/** A page that was scraped, and is still to be kept. */
export interface UnkeptScrape {
  readonly outcome: ScrapeOutcome;
  /** Keeps the outcome under its id, if it may be kept; resolves with it, and with a warning if the store failed. */
  readonly keep: () => Promise<ScrapeOutcome>;
}

/** Scrapes one page: parse the input, take the page within one deadline, render the formats. */
export async function scrape(
  input: unknown,
  call: ScrapeCall & Call,
  resources: ScrapeDependencies & KeepingDependencies,
): Promise<UnkeptScrape> {
  const { input: plain, schemas } = takeStandardSchemas(withDefinedFormats(input, resources.formats));
  const { request, warnings } = parseRequest(ScrapeRequest, plain);
  await checkSchemas(request, [], { call, resources });
  const { outcome } = await scrapePage(request, { ...call, schemas }, resources);
  const told = { ...outcome, ...warningOf([...warnings, outcome.warning]) };
  const keep = async () => {
    if (request.zeroDataRetention) return told;
    return { ...told, ...warningOf([told.warning, await keepScrape(told, call, resources)]) };
  };
  return { outcome: told, keep };
}

/** A page for a job: its result, and every link of the whole page. */
export interface ScrapedPage {
  readonly outcome: ScrapeOutcome;
  readonly allLinks: readonly string[];
  /** The sitemaps that it links to. */
  readonly sitemaps: readonly string[];
  /** True if its scripts have run, so that a fragment may have decided what it shows. */
  readonly isRendered: boolean;
  /** What scripts may fill, on a page with hardly anything else; see `PageContent`. */
  readonly unfilledPlace?: string | undefined;
  /** True for a file that was not read; see `PageContent`. */
  readonly isUnread?: true | undefined;
}

/** {@link scrape} for input that was parsed before, with the links that a crawl follows. */
export async function scrapePage(
  sent: ParsedScrapeRequest,
  call: ScrapeCall & Call & Pick<PageCall, "tries" | "pacing"> & { readonly schemas?: StandardSchemas },
  resources: ScrapeDependencies,
): Promise<ScrapedPage> {
  const asked = withProfile(loginAsHeader(sent), resources.profiles);
  const formats = formatObjects(asked.formats);
  requireModel(formats, resources.model);
  requireDefined(formats, resources.formats);
  // A page that is compared with its last version must be the one of now.
  const request = formats.some((format) => format.type === "changeTracking") ? { ...asked, maxAge: 0 } : asked;
  const queueing = createStopwatch(resources.clock);
  const waitedMs = () => queueing.totalMs() + (call.pacing?.waitedMs() ?? 0);
  const { model, trouble } = watchModel(resources.model);
  const deadline = {
    clock: resources.clock,
    timeoutMs: timeoutMs(request, resources.policy.maxTimeoutMs),
    maxTimeoutMs: resources.policy.maxTimeoutMs,
    waitedMs,
    signal: call.signal,
    trouble,
    code: "SCRAPE_TIMEOUT",
  } as const;
  const endsAt = resources.clock.now() + deadline.timeoutMs;
  const deadlineAt = () => endsAt + waitedMs();
  return await withDeadline(deadline, async (signal) => {
    const { markdown, policy } = resources;
    const transform = transformOptions(request, formats, { explain: call.explain, markdown, policy });
    const page = await takePage({ request, formats, transform }, call, { resources, signal, deadlineAt, queueing });
    const remembers = isStorable(request, call);
    const outcome = await resultOf(
      page,
      { request, formats, call, remembers },
      { resources: { ...resources, model }, signal },
    );
    const { allLinks = [], sitemaps = [], unfilledPlace, isUnread } = page.content;
    return { outcome, allLinks, sitemaps, isRendered: page.capture.isRendered === true, unfilledPlace, isUnread };
  });
}

/** Waiting that the caller asked for comes on top of the time that the work may take (contract §2.5). */
function timeoutMs(request: ParsedScrapeRequest, maxTimeoutMs: number): number {
  const waitingMs = request.waitFor + totalWaitMs(request.actions ?? []);
  return Math.min((request.timeout ?? defaultTimeoutMs) + waitingMs, maxTimeoutMs);
}
