import type {
  ActiveCrawls,
  CrawlDecisions,
  CreditBalance,
  DeliveryList,
  DeliveryRecord,
  ExtractStarted,
  JobCancelled,
  JobErrors,
  JobProgress,
  JobStatus,
  PlannedCrawl,
  ScrapeResult,
  UsageReport,
} from "@garner/core";
import type { Envelope } from "./envelope.ts";

/** What one credit buys in tokens (contract §2.18). */
const tokensPerCredit = 15;

/** `{ success: true, … }`: the result's own fields beside the flag. */
export function flat(result: object): unknown {
  return { success: true, ...result };
}

/** `{ success: true, id, url }` and what else the start of a job says; `url` is where its status is (contract §2.7, §2.8). */
export function started(path: string): Envelope<{ readonly id: string }> {
  return ({ id, ...more }, _body, baseUrl) => ({ success: true, id, url: `${baseUrl}${path}/${id}`, ...more });
}

/** `{ success: true, id, urlTrace: [], invalidURLs? }` (contract §2.17). */
export function extractStarted(result: ExtractStarted): unknown {
  return { success: true, ...result, urlTrace: [] };
}

/** `{ success: true, data: { url, … }, warning? }` (contract §2.9). */
export function planned({ warning, ...data }: PlannedCrawl): unknown {
  return { success: true, data, ...(warning === undefined ? {} : { warning }) };
}

/**
 * The status of a crawl or batch with a chunk of its pages, and the first of its errors if there are some (contract
 * §2.10); `next` is where the next chunk is, and `page` says how pages are written.
 */
export function status(path: string, page = (result: ScrapeResult): unknown => result): Envelope<JobStatus> {
  return (job, sent, baseUrl) => {
    const next =
      job.nextSkip === undefined
        ? {}
        : { next: `${baseUrl}${path}/${job.id}?${nextQuery(job.nextSkip, sent).toString()}` };
    const failures = job.errors.length === 0 ? {} : { errors: job.errors };
    return { ...statusBody(job), ...failures, ...next, data: job.pages.map(page) };
  };
}

/** The status of a job as it stands on the wire, without pages and errors. Pure. */
export function statusBody(job: JobProgress): object {
  const { status: state, total, completed, failed, creditsUsed: credits, createdAt, expiresAt, completedAt } = job;
  return {
    success: true,
    status: state,
    total,
    completed,
    failed,
    creditsUsed: credits,
    createdAt,
    expiresAt,
    ...(job.paused ? { paused: true } : {}),
    ...(completedAt === undefined
      ? {}
      : {
          completedAt,
          duration: (job.durationMs ?? 0) / 1e3,
        }),
    ...(job.error === undefined ? {} : { error: job.error }),
    ...(job.warning === undefined ? {} : { warning: job.warning }),
  };
}

function nextQuery(skip: number, sent: unknown): URLSearchParams {
  const limit = typeof sent === "object" && sent !== null && "limit" in sent ? { limit: String(sent.limit) } : {};
  return new URLSearchParams({ skip: String(skip), ...limit });
}

/** `{ status: "cancelled" }`, without `success` (contract §2.11). */
export function cancelled({ status: state }: JobCancelled): unknown {
  return { status: state };
}

/** `{ errors, robotsBlocked }`, without `success` (contract §2.12). */
export function errors({ errors: failed, robotsBlocked }: JobErrors): unknown {
  return { errors: failed, robotsBlocked };
}

/** `{ success: true, crawls }`, with the mixed case of the contract (§2.13). */
export function active({ crawls }: ActiveCrawls): unknown {
  return { success: true, crawls: crawls.map(({ createdAt, ...crawl }) => ({ ...crawl, created_at: createdAt })) };
}

/** `{ success: true, decisions, next? }`; `next` is where the rest is. */
export const decisions: Envelope<CrawlDecisions> = ({ decisions: list, next }, sent, baseUrl) => {
  const { id = "", ...query } = Object.fromEntries(
    Object.entries(sent ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const more = new URLSearchParams({ ...query, after: String(next) });
  const url = next === undefined ? {} : { next: `${baseUrl}/v2/crawl/${id}/decisions?${more.toString()}` };
  return { success: true, decisions: list, ...url };
};

/** `{ success: true, deliveries, next? }`; `next` is where the rest is. */
export const deliveries: Envelope<DeliveryList> = ({ deliveries: list, nextSkip }, sent, baseUrl) => {
  const query = Object.fromEntries(Object.entries(sent ?? {}).map(([name, value]) => [name, String(value)]));
  const more = new URLSearchParams({ ...query, skip: String(nextSkip) });
  const url = nextSkip === undefined ? {} : { next: `${baseUrl}/v2/webhooks/deliveries?${more.toString()}` };
  return { success: true, deliveries: list, ...url };
};

/** `{ success: true, delivery }`. */
export function replayed(delivery: DeliveryRecord): unknown {
  return { success: true, delivery };
}

/** `{ success: true, data: { remainingCredits, … } }` (contract §2.18). */
export function creditsLeft(data: CreditBalance): unknown {
  return { success: true, data };
}

/** The same in tokens. */
export function tokensLeft({ remainingCredits, planCredits, ...period }: CreditBalance): unknown {
  const remainingTokens = remainingCredits * tokensPerCredit;
  return { success: true, data: { remainingTokens, planTokens: planCredits * tokensPerCredit, ...period } };
}

/** Usage by month, under both names that the contract has for it. */
export function creditsUsed({ periods }: UsageReport): unknown {
  return { success: true, periods: periods.map((period) => ({ ...period, creditsUsed: period.totalCredits })) };
}

/** The same in tokens. */
export function tokensUsed({ periods }: UsageReport): unknown {
  const inTokens = periods.map(({ totalCredits, ...period }) => ({
    ...period,
    tokensUsed: totalCredits * tokensPerCredit,
  }));
  return { success: true, periods: inTokens };
}
