import { gaveUp } from "../../concurrency/deadline.ts";
import { EngineError } from "../../errors.ts";
import { isPassing } from "../network-error.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SiteFetch } from "../../ports/page-source.ts";
import { parseRobots, type RobotsRules } from "../../url/robots.ts";
import { recentlyUsed } from "../../collections/recently-used.ts";
import { shareWork } from "../../concurrency/share-work.ts";

/** Everything known about a host's robots.txt: its rules, or that nothing may be fetched for now and why. */
export type Robots =
  | { readonly state: "known"; readonly rules: RobotsRules }
  | { readonly state: "unreachable"; readonly reason: string };

/** Reads robots.txt files; see {@link createRobotsCache}. */
export interface RobotsCache {
  /** The robots.txt; while the server can't answer, the milliseconds after which to ask again. */
  read(url: URL, signal: AbortSignal): Promise<Robots | number>;
}

/** The dependencies of a {@link RobotsCache}. */
export interface RobotsCacheOptions {
  readonly fetch: SiteFetch;
  readonly clock: Clock;
}

/** RFC 9309 §2.5: at least 500 kibibytes must be read. */
const maxBytes = 500 * 1024;
const keptForMs = 60 * 60 * 1000;
/** A file that can't be read is not asked for again in this time. */
const unreachableForMs = 10 * 60 * 1000;
const timeoutMs = 10_000;
/** Waits between the attempts while a server cannot answer. */
const retryDelaysMs = [1000, 4000];

interface Kept {
  readonly robots: Robots;
  readonly until: number;
}

interface Trouble {
  readonly failures: number;
  readonly retryAt: number;
}

/**
 * Reads and caches robots.txt files by RFC 9309: 2xx counts, 4xx allows everything, 5xx, silence and a connection that breaks
 * are waited for; then what was read before goes on counting (§2.4), and without that everything is disallowed, for ten
 * minutes. Where no server answers at all, fetching the page will say why, so everything is allowed.
 */
export function createRobotsCache({ fetch, clock }: RobotsCacheOptions): RobotsCache {
  const kept = recentlyUsed<Kept>({ maxSize: 5000 });
  const trouble = recentlyUsed<Trouble>({ maxSize: 5000 });
  const share = shareWork<Robots | number>();

  async function load(origin: string, signal: AbortSignal): Promise<Robots | number> {
    const answer = await request(origin, signal);
    if (typeof answer !== "string") return keep(origin, answer, keptForMs);
    const failures = (trouble.get(origin)?.failures ?? 0) + 1;
    const delayMs = retryDelaysMs[failures - 1];
    if (delayMs === undefined) {
      trouble.delete(origin);
      const before = kept.peek(origin)?.robots;
      const robots = before?.state === "known" ? before : ({ state: "unreachable", reason: answer } as const);
      return keep(origin, robots, unreachableForMs);
    }
    trouble.set(origin, { failures, retryAt: clock.monotonic() + delayMs });
    return delayMs;
  }

  function keep(origin: string, robots: Robots, forMs: number): Robots {
    kept.set(origin, { robots, until: clock.monotonic() + forMs });
    return robots;
  }

  /** The rules, or the server's failure to send them. Throws when the last caller has left. */
  async function request(origin: string, signal: AbortSignal): Promise<Robots | string> {
    const url = `${origin}/robots.txt`;
    const deadline = clock.deadline(timeoutMs);
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, deadline]) });
      if (response.status >= 500 || response.status === 429) {
        await response.body?.cancel();
        return `robots.txt answers ${response.status}`;
      }
      if (!response.ok) await response.body?.cancel();
      return known(url, response.ok ? await readStart(response) : "");
    } catch (thrown) {
      if (signal.aborted) throw gaveUp(signal);
      if (deadline.aborted) return `robots.txt did not come within ${timeoutMs} ms`;
      const error = EngineError.from(thrown);
      const { code, message } = error;
      const isBroken = code === "SCRAPE_SITE_ERROR" && isPassing(error);
      const isSilent = isBroken || code === "SCRAPE_TIMEOUT" || code === "ABORTED" || code === "UNKNOWN_ERROR";
      return isSilent ? `robots.txt does not answer: ${message.replace(/\.$/, "")}` : known(url, "");
    }
  }

  return {
    async read({ origin }, signal) {
      signal.throwIfAborted();
      const found = kept.get(origin);
      if (found !== undefined && found.until > clock.monotonic()) return found.robots;
      const waiting = (trouble.get(origin)?.retryAt ?? 0) - clock.monotonic();
      if (waiting > 0) return waiting;
      return await share(origin, signal, (whileWanted) => load(origin, whileWanted));
    },
  };
}

function known(url: string, text: string): Robots {
  return { state: "known", rules: parseRobots(url, text) };
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
  // A line that is cut off would be another rule.
  return size > maxBytes ? text.slice(0, text.lastIndexOf("\n") + 1) : text;
}
