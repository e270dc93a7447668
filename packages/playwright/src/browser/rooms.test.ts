import { createEgressGuard, systemClock, type CaptureContext, type CaptureRequest } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type BrowserSource } from "../index.ts";

describe("captures that follow one another", () => {
  let site: BrowserSite;
  let source: BrowserSource;
  beforeAll(async () => {
    site = await startBrowserSite();
    // One page at a time: the next one is where the last one was, if it may be.
    source = playwright({ sandbox: process.getuid?.() !== 0, pool: { maxOpenPages: 1, keepWarmMs: 600_000 } });
  });
  afterAll(async () => {
    await source[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const guard = createEgressGuard({ allow: ["127.0.0.1"] });
  const capture = async (path: string, sharesWith?: string, wishes: Partial<CaptureRequest> = {}) => {
    const context: CaptureContext = { guard, maxBodyBytes: 1e6, ...(sharesWith === undefined ? {} : { sharesWith }) };
    const request = captureRequest(`${site.origin}${path}`, wishes);
    const { body } = await source.capture(request, systemClock.deadline(60_000), context);
    return new TextDecoder().decode(body);
  };
  const asked = (path: string) => site.takeRequests().filter((one) => one === path).length;

  test("find nothing that the ones before have kept", async () => {
    for (let visit = 0; visit < 3; visit += 1) {
      expect(await capture("/memory?workless", "a")).toContain(
        `{"cookie":"","local":null,"session":null,"databases":0,"caches":0,"workers":0}`,
      );
    }
  });

  test("share scripts within a caller, and documents never", async () => {
    site.takeRequests();
    for (let visit = 0; visit < 3; visit += 1) expect(await capture("/kept", "b")).toContain("cached script");
    const requests = site.takeRequests();
    const count = (path: string) => requests.filter((one) => one === path).length;
    expect([count("/cached.js"), count("/kept"), count("/kept-frame")]).toEqual([1, 3, 3]);
    await capture("/kept", "c");
    expect(asked("/cached.js")).toBe(1);
    await capture("/kept", "b");
    expect(asked("/cached.js")).toBe(0);
  });

  test.each<[string, string | undefined, Partial<CaptureRequest>]>([
    ["nobody says who asks", undefined, {}],
    ["there are headers", "b", { headers: { "x-own": "1" } }],
    ["there are cookies", "b", { headers: { cookie: "a=b" } }],
    ["there are actions", "b", { actions: [{ type: "wait", milliseconds: 1 }] }],
    ["there is a login", "b", { storageState: { cookies: [], origins: [] } }],
    ["they come from elsewhere", "b", { location: { country: "DE", languages: [] } }],
  ])("share nothing where %s", async (_case, sharesWith, wishes) => {
    await capture("/kept", "b");
    site.takeRequests();
    await capture("/kept", sharesWith, wishes);
    expect(asked("/cached.js")).toBe(1);
  });

  test("share nothing after a page that left a worker running, or was stopped", async () => {
    for (const path of ["/memory", "/attack/reload"]) {
      await capture(path, "d");
      site.takeRequests();
      await capture("/kept", "d");
      expect(asked("/cached.js")).toBe(1);
    }
    expect(await capture("/memory?workless", "d")).toContain(`"workers":0`);
  });
});
