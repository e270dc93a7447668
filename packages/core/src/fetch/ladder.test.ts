import { describe, expect, test } from "vitest";
import type { Capability, PageSource } from "../ports/page-source.ts";
import { Verdict } from "../schema/result.ts";
import { isWorthClimbing, rungsFor, type Rung } from "./ladder.ts";

const source = (name: string, ...capabilities: readonly Capability[]): PageSource => ({
  name,
  capabilities: new Set(capabilities),
  capture: () => Promise.reject(new Error("not asked for in these tests")),
});
const http = source("http");
const browser = source("browser", "javascript", "actions");
const stealthBrowser = source("stealth-browser", "javascript", "actions", "stealth");
const named = (rungs: readonly Rung[]) => rungs.map((rung) => `${rung.source.name} ${rung.proxy}`);

describe("rungs", () => {
  test("are the sources as they are, then the stealthy ones", () => {
    const sources = [http, stealthBrowser];
    expect(named(rungsFor(sources, "auto"))).toEqual([
      "http basic",
      "stealth-browser basic",
      "stealth-browser stealth",
    ]);
    expect(named(rungsFor(sources, "basic"))).toEqual(["http basic", "stealth-browser basic"]);
    expect(named(rungsFor(sources, "stealth"))).toEqual(["stealth-browser stealth"]);
  });

  test("do not repeat a plain browser with one that could be stealthy but is not", () => {
    const sources = [http, browser, stealthBrowser];
    expect(named(rungsFor(sources, "auto"))).toEqual(["http basic", "browser basic", "stealth-browser stealth"]);
  });

  test("keep plain HTTP whose proxy can be stealthy", () => {
    const sources = [source("http", "stealth"), browser];
    expect(named(rungsFor(sources, "auto"))).toEqual(["http basic", "browser basic", "http stealth"]);
  });
});

test("climbing is worth it for what another source may do better, and for nothing else", () => {
  const worthIt = (next: PageSource) => Verdict.options.filter((verdict) => isWorthClimbing({ verdict }, next));
  expect(worthIt(browser)).toEqual(["blocked", "empty", "needs-javascript"]);
  expect(worthIt(http)).toEqual(["blocked"]);
});
