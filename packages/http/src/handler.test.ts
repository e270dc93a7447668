import { scriptedEngine } from "@garner/testkit";
import { describe, expect, test } from "vitest";
import { apiKeys, noAuthentication, storedApiKeys } from "./access/auth.ts";
import { createHandler } from "./handler.ts";
import type { RequestRecord } from "./options.ts";

const engine = scriptedEngine({ scrape: async () => ({ markdown: "# Hi", metadata: { scrapeId: "id-1" } }) });

const scrape = (headers: Record<string, string> = {}) =>
  new Request("http://garner.test/v2/scrape", {
    method: "POST",
    body: '{"url":"https://a.test"}',
    headers: { "content-type": "application/json", ...headers },
  });

describe("createHandler", () => {
  test("records every request once", async () => {
    const records: RequestRecord[] = [];
    let time = 1000;
    const handler = createHandler(engine, {
      authenticate: apiKeys(["acme:secret"]),
      onRequest: (record) => records.push(record),
      newId: () => "made-up",
      now: () => (time += 5),
    });
    await handler(scrape({ authorization: "Bearer secret", "x-request-id": "mine" }));
    await handler(scrape());
    expect(records).toEqual([
      {
        requestId: "mine",
        method: "POST",
        path: "/v2/scrape",
        status: 200,
        durationMs: 5,
        team: "acme",
        error: undefined,
      },
      {
        requestId: "made-up",
        method: "POST",
        path: "/v2/scrape",
        status: 401,
        durationMs: 5,
        team: undefined,
        error: expect.objectContaining({ code: "UNAUTHORIZED" }),
      },
    ]);
  });

  test.each([
    [{ authentificate: () => {} }, "Unknown key `authentificate`. Did you mean `authenticate`?"],
    [{ authenticate: "key" }, "`authenticate` must be a function."],
    [{ allowedHosts: "garner.example" }, "`allowedHosts` must be a list"],
    [{ publicUrl: "garner.example" }, "`publicUrl` must be an http or https URL"],
    [{ publicUrl: "ftp://garner.example" }, "`publicUrl` must be an http or https URL"],
    [{ basePath: "api/garner" }, "`basePath` must begin with a slash"],
    [{ maxBodyBytes: "1 MB" }, "`maxBodyBytes` must be a number"],
    [null, "HandlerOptions: the options must be an object."],
  ])("refuses options that would have no effect: %j", (options, message) => {
    expect(() => createHandler(engine, options as never)).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }),
    );
  });

  test("refuses what is no engine, and no list of keys", () => {
    for (const other of [undefined, {}, Promise.resolve(engine)])
      expect(() => createHandler(other as never)).toThrow("must be an engine");
    for (const make of [() => apiKeys("team:key" as never), () => storedApiKeys(undefined as never)])
      expect(make).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
  });

  test("sends its answer when the record of it can't be kept, and warns of that once", async () => {
    const warnings: Error[] = [];
    const notice = (warning: Error) => warnings.push(warning);
    process.on("warning", notice);
    const onRequest = () => {
      throw new Error("the disk is full");
    };
    const handler = createHandler(engine, { authenticate: noAuthentication(() => {}), onRequest });
    const statuses = [(await handler(scrape())).status, (await handler(scrape())).status];
    // Warnings are told on a later turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", notice);
    expect(statuses).toEqual([200, 200]);
    expect(warnings.map(({ message }) => message)).toEqual([
      "`onRequest` failed: Error: the disk is full. The work goes on; further failures are not told.",
    ]);
  });

  test("takes no work when it is not ready, but stays alive", async () => {
    const handler = createHandler(engine, { authenticate: noAuthentication(() => {}), isReady: () => false });
    const refused = await handler(scrape());
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ success: false, code: "OVERLOADED" });
    expect((await handler(new Request("http://garner.test/health/ready"))).status).toBe(503);
    expect((await handler(new Request("http://garner.test/health/live"))).status).toBe(200);
  });

  test("tries its health once for all who ask at the same time", async () => {
    const { promise: tried, resolve: end } = Promise.withResolvers<void>();
    let tries = 0;
    const checkHealth = () => {
      tries += 1;
      return tried;
    };
    const handler = createHandler(engine, { authenticate: noAuthentication(() => {}), checkHealth });
    const ask = () => handler(new Request("http://garner.test/health"));
    const asked = Array.from({ length: 100 }, ask);
    end();
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(tries).toBe(1);
    await ask();
    expect(tries).toBe(2);
  });

  test.each([
    [0, 200],
    [3, 500],
  ])("with %i pages waiting, the check of its health is a %i (contract §1.9)", async (waiting, status) => {
    const queueStatus = async () => ({
      jobsInQueue: waiting,
      activeJobsInQueue: 0,
      waitingJobsInQueue: waiting,
      maxConcurrency: 1,
      mostRecentSuccess: null,
    });
    const handler = createHandler(scriptedEngine({ usage: { queue: queueStatus } }), {
      authenticate: noAuthentication(() => {}),
    });
    const answer = await handler(new Request("http://garner.test/serverHealthCheck"));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ waitingJobs: waiting });
  });

  test("the place of a request wins over the handler's own base path", async () => {
    const handler = createHandler(engine, { authenticate: noAuthentication(() => {}), basePath: "/one" });
    const at = async (path: string, basePath?: string) => {
      const answer = basePath === undefined ? handler : handler.at(basePath);
      return (await answer(new Request(`http://garner.test${path}`))).status;
    };
    expect(await at("/one/test")).toBe(200);
    expect(await at("/two/test", "/two")).toBe(200);
    expect(await at("/test", "")).toBe(200);
    expect(await at("/onetest")).toBe(404);
    expect(await at("/one")).toBe(200);
  });

  test("lists the methods of a route on OPTIONS", async () => {
    const handler = createHandler(engine, { authenticate: noAuthentication(() => {}) });
    const options = (path: string) => handler(new Request(`http://garner.test${path}`, { method: "OPTIONS" }));
    expect((await options("/v2/scrape")).headers.get("allow")).toBe("POST, OPTIONS");
    expect((await options("/nowhere")).status).toBe(404);
  });

  test("reports a caller who left as such, not as a failure of ours", async () => {
    const records: RequestRecord[] = [];
    const caller = new AbortController();
    const leaving = scriptedEngine({
      scrape: async () => {
        caller.abort();
        throw new TypeError("terminated");
      },
    });
    const handler = createHandler(leaving, {
      authenticate: noAuthentication(() => {}),
      onRequest: (record) => records.push(record),
    });
    const answer = await handler(new Request(scrape(), { signal: caller.signal }));
    expect(answer.status).toBe(499);
    expect(records).toMatchObject([{ status: 499, error: { code: "ABORTED" } }]);
  });
});
