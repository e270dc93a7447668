import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCrawlSite } from "@garner/testkit/site";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { connectTorn, deafHabits, readerHabits, type Target } from "../test/torn-sockets.ts";
import { readEnvironment } from "./environment.ts";
import { serverLimits, type ServerLimits } from "./limits.ts";
import { startServer } from "./server.ts";

/** `HOSTILE_SOCKETS=5000` for more, in an order that `FAST_CHECK_SEED` decides. */
const count = Number(process.env["HOSTILE_SOCKETS"] ?? 600);
const folder = mkdtempSync(join(tmpdir(), "garner-server-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The same limits, for the time that a test has. */
const limits: ServerLimits = {
  ...serverLimits,
  headersTimeoutMs: 2000,
  requestTimeoutMs: 3000,
  keepAliveTimeoutMs: 1000,
  stallTimeoutMs: 1000,
  pingEveryMs: 1000,
  checkEveryMs: 100,
};

async function post(url: string, body: unknown): Promise<{ readonly id: string }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as { id: string };
}

test(`the server lets go of ${count} slow or torn sockets, and answers everybody else meanwhile`, async () => {
  const pageBytes = 9 * 1024 * 1024;
  await using site = await startCrawlSite({
    "/large/1": { body: "x".repeat(pageBytes) },
    "/large/2": { body: "y".repeat(pageBytes) },
    "/held": { held: new Promise(() => {}) },
  });
  const environment = readEnvironment({ DATA_DIR: folder, PORT: "0", ALLOW_PRIVATE_NETWORKS: "true" });
  const failures: unknown[] = [];
  const sink = { write: (line: string) => void failures.push(line) };
  const server = await startServer(environment, pino({ level: "error" }, sink), limits);
  const batch = `${server.url}/v2/batch/scrape`;
  const large = await post(batch, {
    urls: [`${site.origin}/large/1`, `${site.origin}/large/2`],
    formats: ["rawHtml"],
  });
  const endless = await post(batch, { urls: [`${site.origin}/held`] });
  await (await fetch(`${batch}/${large.id}/events`)).text();
  const target: Target = {
    port: Number(new URL(server.url).port),
    largeAnswer: `/v2/batch/scrape/${large.id}`,
    largeStream: `/v2/batch/scrape/${large.id}/events`,
    endlessJob: `/v2/batch/scrape/${endless.id}`,
  };

  const readers = fc.sample(fc.constantFrom(...readerHabits), { numRuns: count - 24 });
  const deaf = Array.from({ length: 24 }, (_, index) => deafHabits[index % deafHabits.length] ?? "");
  const habits = [...readerHabits, ...readers.slice(readerHabits.length), ...deaf];
  const sockets = habits.map((habit) => ({ habit, ...connectTorn(habit, target) }));
  const allReaders = sockets.filter(({ habit }) => readerHabits.includes(habit));
  let isOver = false;
  const over = Promise.all(allReaders.map(({ gone }) => gone)).then(() => (isOver = true));
  while (!isOver) expect((await fetch(`${server.url}/test`)).status).toBe(200);
  await over;

  // By now those who read nothing have lost their connections, and their answers with them.
  for (const { habit, gone, read, receivedBytes } of sockets) {
    if (!deafHabits.includes(habit)) continue;
    read();
    await gone;
    expect(receivedBytes(), habit).toBeLessThan(pageBytes);
  }
  expect(failures).toEqual([]);
  await fetch(`${batch}/${endless.id}`, { method: "DELETE" });
  await server.stop();
});
