import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { reservedPort } from "@garner/testkit/site";
import { expect, onTestFinished, test } from "vitest";
import { killServer, startServerProcess } from "../test/server-process.ts";
import { watchCrawl, webhookSecret } from "../test/watched-crawl.ts";

/** Number of kills; `CRASH_KILLS=1000` for the whole exam. */
const kills = Number(process.env["CRASH_KILLS"] ?? 8);
/** Enough for a crawl that is still going on at the last kill, however slow it is. */
const pageCount = Math.max(500, kills * 10);
const aliveMs = 1000;

test(
  `a server that is killed ${kills} times in the middle of a crawl loses nothing and repeats nothing`,
  { timeout: Math.max(240_000, kills * 60_000) },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "garner-crash-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const maxRate = Math.max(5, (pageCount / (kills * (aliveMs / 1000))) * 1.5);
    const variables = {
      PORT: String(await reservedPort("127.0.0.1")), // the same every time, as a deployed server has it
      ...{ DATA_DIR: folder, WEBHOOK_SECRET: webhookSecret, LOG_LEVEL: "error" },
      POLITENESS: JSON.stringify({ startRate: maxRate, maxRate }),
    };
    let server = await startServerProcess({ variables });
    await using crawl = await watchCrawl(server.url, pageCount);

    let survived = 0;
    for (let count = 0; count < kills; count += 1) {
      await sleep(Math.random() * 2 * aliveMs);
      await killServer(server);
      server = await startServerProcess({ variables });
      if ((await crawl.status()).status === "scraping") survived += 1;
    }
    await crawl.expectWhole();
    // Most kills hit the crawl itself, not what came after it.
    expect(survived).toBeGreaterThanOrEqual(kills / 2);
  },
);
