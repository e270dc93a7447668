import { essenceOf, isHtml } from "../decoding/media-type.ts";
import { EngineError } from "../errors.ts";
import { isWorthClimbing } from "../fetch/ladder.ts";
import type { PageSource } from "../ports/page-source.ts";
import type { Task, TaskOutcome } from "../ports/queue.ts";
import { formatObjects } from "../schema/formats.ts";
import type { ParsedScrapeOptions, ParsedScrapeRequest } from "../schema/scrape.ts";
import { checkScrapeIsPossible } from "../scrape/check.ts";
import type { ScrapedPage } from "../scrape/scrape.ts";
import { capabilitiesNeeded, capableOf } from "../scrape/plan.ts";
import type { JobDependencies } from "./dependencies.ts";

const anyBrowser: Pick<PageSource, "capabilities"> = { capabilities: new Set(["javascript"]) };
const advice = "Or start a process with a browser on the same store: `garner work --browser`";
/** The rest of a page that no browser has room for: it was handed over, and nobody is there any more. */
const restMs = 1000;

/** True if this process can take pages that need a browser. */
export function isBrowserHere({ sources }: Pick<JobDependencies, "sources">): boolean {
  return sources.some((source) => isBrowser(source) && (source.isInstalled?.() ?? true));
}

/** True if another process can. */
export async function isBrowserElsewhere({ queue }: Pick<JobDependencies, "queue">): Promise<boolean> {
  return (await queue.findsBrowser?.()) ?? false;
}

/** True if options of a page can only be served by a browser. Pure. */
export function asksForBrowser(request: ParsedScrapeRequest, { sources }: Pick<JobDependencies, "sources">): boolean {
  const needs = capabilitiesNeeded(request, formatObjects(request.formats), {});
  return capableOf(sources, needs).every(isBrowser);
}

/** True if a page that was taken without a browser may come out better in one. Pure. */
export function mayNeedBrowser({ outcome, unfilledPlace }: ScrapedPage, { fastMode }: ParsedScrapeRequest): boolean {
  const { verdict = "ok", contentType = "" } = outcome.metadata;
  const isEmptyFile = verdict === "empty" && !isHtml(essenceOf(contentType));
  return !fastMode && !isEmptyFile && isWorthClimbing({ verdict, unfilledPlace }, anyBrowser);
}

/** Leaves a task to the processes that have a browser. */
export async function leaveToBrowser(task: Task, { queue }: Pick<JobDependencies, "queue">): Promise<TaskOutcome> {
  if (task.needsBrowser === true) return { next: "postpone", delayMs: restMs };
  await queue.push([{ ...task, id: `browser:${task.id}`, needsBrowser: true }]);
  return { next: "done" };
}

/** The message of a page's failure, with what helps where processes share the work. */
export function withBrowserAdvice(
  { code, message }: EngineError,
  request: ParsedScrapeRequest,
  { queue, sources }: Pick<JobDependencies, "queue" | "sources">,
): string {
  const isShared = queue.findsBrowser !== undefined;
  const helps = isShared && code === "CAPABILITY_MISSING" && asksForBrowser(request, { sources });
  return helps ? `${message} ${advice}.` : message;
}

/**
 * {@link checkScrapeIsPossible} for pages that another process may take: it misses no browser where one may be elsewhere.
 * {@link requireBrowser} asks if there is one.
 */
export function checkJobIsPossible(options: ParsedScrapeOptions, resources: JobDependencies): void {
  try {
    checkScrapeIsPossible(options, resources);
  } catch (thrown) {
    if (!missesBrowser(thrown) || resources.queue.findsBrowser === undefined) throw thrown;
  }
}

/** Throws CAPABILITY_MISSING for options that need a browser if no process has one. */
export async function requireBrowser(options: ParsedScrapeOptions, resources: JobDependencies): Promise<void> {
  try {
    checkScrapeIsPossible(options, resources);
  } catch (thrown) {
    if (!missesBrowser(thrown) || (await isBrowserElsewhere(resources))) return;
    const { message, details } = thrown;
    throw new EngineError("CAPABILITY_MISSING", `${message} ${advice}.`, { cause: thrown, details });
  }
}

function missesBrowser(thrown: unknown): thrown is EngineError<"CAPABILITY_MISSING"> {
  return EngineError.is(thrown, "CAPABILITY_MISSING") && thrown.details?.capability !== undefined;
}

function isBrowser({ capabilities }: PageSource): boolean {
  return capabilities.has("javascript");
}
