import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFixtureSite } from "@garner/testkit/site";
import { afterAll, describe, expect, test } from "vitest";
import { startServerProcess } from "../test/server-process.ts";
import { isOfOneOperation } from "./last-guard.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-server-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a server in which a signal does what a bug would. */
const startWith = (bug: string) => {
  const source = `process.on("SIGUSR2", () => { ${bug} });`;
  const preload = `data:text/javascript,${encodeURIComponent(source)}`;
  return startServerProcess({ variables: { DATA_DIR: folder }, preload });
};
const message = (line: Readonly<Record<string, unknown>>) => String(line["msg"]);

describe("the last guard", () => {
  test.each([
    ["a promise that nobody listens to", `Promise.reject(new TypeError("a bug"))`, "promise was rejected"],
    [
      "a reset connection that nobody listens to",
      `process.getBuiltinModule("net").connect(1, "127.0.0.1")`,
      "an operation failed",
    ],
  ])("logs %s, and the server goes on", async (_, bug, complaint) => {
    const server = await startWith(bug);
    server.child.kill("SIGUSR2");
    const line = await server.logged((each) => message(each).includes(complaint));
    expect(line).toMatchObject({ level: 50, err: { stack: expect.any(String) } });
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  test("after an exception that cut off code in the middle, answers what is in flight and ends", async () => {
    await using site = await startFixtureSite();
    const server = await startWith(`setImmediate(() => { throw new TypeError("a bug"); })`);
    const inFlight = fetch(`${server.url}/v2/scrape`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: `${site.origin}/slow?ms=500` }),
    });
    await site.visited("/slow?ms=500");
    server.child.kill("SIGUSR2");
    await server.logged((each) => each["level"] === 60 && message(each).includes("ending"));
    expect((await inFlight).status).toBe(200);
    expect(await server.exitCode).toBe(1);
  });
});

test.each([
  [Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" }), true],
  [Object.assign(new Error("write after end"), { code: "ERR_STREAM_WRITE_AFTER_END" }), true],
  [Object.assign(new Error("invalid frame"), { code: "WS_ERR_INVALID_OPCODE" }), true],
  [Object.assign(new Error("no transaction is active"), { code: "ERR_SQLITE_ERROR" }), false],
  [Object.assign(new TypeError("not a string"), { code: "ERR_INVALID_ARG_TYPE" }), false],
  [new TypeError("x is undefined"), false],
  [new RangeError("Maximum call stack size exceeded"), false],
  ["thrown text", false],
  [undefined, false],
])("%s is of one operation: %s", (error, expected) => {
  expect(isOfOneOperation(error)).toBe(expected);
});
