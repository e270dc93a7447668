import { setTimeout as sleep } from "node:timers/promises";
import { signatureOf } from "@garner/core";
import { startCrawlSite, startWebhookReceiver, treeOfPages, type WebhookReceiver } from "@garner/testkit/site";
import { expect } from "vitest";

/** Signs the webhooks of servers whose crawl is watched. */
export const webhookSecret = "a secret";

/** A job as the contract tells of it. */
export interface JobStatus {
  readonly status: string;
  readonly completed: number;
  readonly total: number;
  readonly creditsUsed: number;
  readonly next?: string;
  readonly data: readonly { readonly metadata: { readonly sourceURL: string } }[];
}

/** A crawl of a site of known size, its event stream and its webhooks, through a server that dies and comes back. */
export interface WatchedCrawl extends AsyncDisposable {
  /** The site's, without a trailing slash. */
  readonly origin: string;
  /** Asks for its status until somebody answers. */
  status(): Promise<JobStatus>;
  /** Waits for its end: each page, event and credit counted once, each webhook received with its id. */
  expectWhole(others?: { readonly creditsUsed: number }): Promise<void>;
}

/** Starts a {@link WatchedCrawl} at a server. */
export async function watchCrawl(server: string, pageCount: number): Promise<WatchedCrawl> {
  const site = await startCrawlSite(treeOfPages(pageCount));
  const receiver = await startWebhookReceiver();
  const body = { url: `${site.origin}/`, sitemap: "skip", webhook: receiver.url };
  const { id } = await insist<{ readonly id: string }>(`${server}/v2/crawl`, post(body));
  const stream = follow(`${server}/v2/crawl/${id}/events`);
  const status = (query = "") => insist<JobStatus>(`${server}/v2/crawl/${id}${query}`);
  const numbers = Array.from({ length: pageCount + 2 }, (_, index) => index + 1);

  return {
    origin: site.origin,
    status: () => status("?limit=1"),
    async expectWhole({ creditsUsed } = { creditsUsed: 0 }) {
      const events = await stream;
      const first = await status();
      const pages = [...first.data];
      for (let { next } = first; next !== undefined;) {
        const more = await insist<JobStatus>(`${server}${next.slice(next.indexOf("/v2"))}`);
        pages.push(...more.data);
        next = more.next;
      }
      const urls = pages.map((page) => page.metadata.sourceURL);
      expect(new Set(urls).size).toBe(pageCount);
      expect(urls).toHaveLength(pageCount);
      const counted = { completed: pageCount, total: pageCount, creditsUsed: pageCount };
      expect(first).toMatchObject({ status: "completed", ...counted });
      expect(events.map((event) => event.id)).toEqual(numbers);
      expect(events.flatMap(({ url }) => url ?? [])).toEqual(urls);
      await expectWebhooks(receiver, numbers);
      expect(await settledCredits(server, pageCount + creditsUsed)).toBe(pageCount + creditsUsed);
    },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** Waits for all webhooks: each came at least once, for the first time in order, always with the same id, and signed. */
async function expectWebhooks({ received }: WebhookReceiver, numbers: readonly number[]): Promise<void> {
  const firsts = () => [...new Set(received.map(({ message }) => message.sequence))];
  for (let tries = 0; tries < 600 && firsts().length < numbers.length; tries += 1) await sleep(100);
  expect(firsts()).toEqual(numbers);
  for (const { headers, body } of received) {
    expect(headers["x-service-signature"]).toBe(signatureOf(body.toString(), webhookSecret));
  }
  const pairs = received.map(({ message }) => `${message.webhookId} ${message.sequence}`);
  expect(new Set(pairs).size).toBe(numbers.length);
}

/** The team's credits; the last charges are made beside the last steps. */
async function settledCredits(server: string, least: number): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const path = "/v2/team/credit-usage/historical";
    const { periods } = await insist<{ readonly periods: readonly { readonly totalCredits: number }[] }>(server + path);
    const sum = periods.reduce((all, { totalCredits }) => all + totalCredits, 0);
    if (sum >= least || tries > 300) return sum;
    await sleep(100);
  }
}

/** A request of the contract. */
export function post(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/**
 * Asks until there is an answer: a server that is gone is asked again, and so is one that says when to come back.
 * Anything else that is no success fails the test.
 */
export async function insist<T>(url: string, init?: RequestInit): Promise<T> {
  for (;;) {
    const answer = await fetch(url, init).catch(() => undefined);
    if (answer !== undefined && answer.status !== 503) {
      const body: unknown = await answer.json().catch(() => undefined); // it may die in the middle of its answer
      if (body === undefined) continue;
      expect({ url, status: answer.status, body }).toMatchObject({ status: 200 });
      return body as T;
    }
    if (answer !== undefined) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await sleep(100);
  }
}

interface StreamEvent {
  readonly id: number;
  readonly type: string;
  readonly url: string | undefined;
}

/** Follows a job's event stream to its end, coming back with `Last-Event-ID` whenever the connection breaks. */
async function follow(url: string): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  for (let tries = 0; tries < 100_000; tries += 1) {
    try {
      const answer = await fetch(url, { headers: { "last-event-id": String(events.at(-1)?.id ?? 0) } });
      let text = "";
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const frames = (text + chunk).split("\n\n");
        text = frames.pop() ?? "";
        events.push(...frames.flatMap(readFrame));
      }
    } catch {
      // It was killed; it comes back.
    }
    if (events.at(-1)?.type === "completed") return events;
    await sleep(100);
  }
  throw new Error("The stream does not end.");
}

function readFrame(frame: string): readonly StreamEvent[] {
  const fields = Object.fromEntries(
    frame.split("\n").map((line) => [line.split(": ", 1)[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
  );
  if (fields["id"] === undefined) return [];
  const { url } = JSON.parse(fields["data"] ?? "{}") as { url?: string };
  return [{ id: Number(fields["id"]), type: fields["event"] ?? "", url }];
}
