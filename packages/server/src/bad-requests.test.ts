import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { badConnection, type SentBytes } from "../test/bad-requests.ts";
import { startServerProcess } from "../test/server-process.ts";

/** `HOSTILE_REQUESTS=1000000` for a long night; `FAST_CHECK_SEED=random` for others than yesterday's. */
const count = Number(process.env["HOSTILE_REQUESTS"] ?? 8_000);
const connectionsAtOnce = 24;

const folder = mkdtempSync(join(tmpdir(), "garner-server-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** No name means anything here, so that nothing looks for one outside. */
const withoutNames = `data:text/javascript,${encodeURIComponent(`
  import dns from "node:dns/promises";
  import { syncBuiltinESMExports } from "node:module";
  dns.lookup = async () => [];
  syncBuiltinESMExports();
`)}`;

/** The server's words until it hung up. Some callers leave before that, in the rudest way. */
async function answerTo(port: number, bytes: SentBytes, leavesEarly: boolean): Promise<string> {
  const chunks: Buffer[] = [];
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}).on("data", (chunk) => chunks.push(chunk));
  const closed = new Promise<unknown>((resolve) => void socket.once("close", resolve));
  if (leavesEarly) socket.write(bytes, () => socket.resetAndDestroy());
  else socket.end(bytes);
  await closed;
  return Buffer.concat(chunks).toString("latin1");
}

test(
  `${count} bad requests are answered or hung up on, and nothing fails inside`,
  testBadRequests,
  120_000 + count * 10,
);

async function testBadRequests(): Promise<void> {
  const variables = { DATA_DIR: folder, ALLOW_PRIVATE_NETWORKS: "", LOG_LEVEL: "error" };
  const server = await startServerProcess({ variables, preload: withoutNames });
  const port = Number(new URL(server.url).port);
  const connections = fc.sample(badConnection, { numRuns: count });
  const statuses = new Map<string, number>();
  const failures: unknown[] = [];

  let next = 0;
  async function client(): Promise<void> {
    for (let index = next++; index < count; index = next++) {
      const bytes = connections[index] ?? new Uint8Array();
      const answer = await answerTo(port, bytes, index % 25 === 0);
      for (const [, status = ""] of answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === "500") failures.push({ sent: Buffer.from(bytes).toString("latin1"), answer });
      }
    }
  }
  await Promise.all(Array.from({ length: connectionsAtOnce }, client));

  expect(failures.slice(0, 3)).toEqual([]);
  expect(server.lines.filter((line) => line.startsWith("{"))).toEqual([]);
  expect((await fetch(`${server.url}/test`)).status).toBe(200);
  // So that it stays a test of everything between the parser and the engine.
  for (const status of ["200", "400", "403", "404", "405", "413", "415", "431"])
    expect([...statuses.keys()]).toContain(status);
}
