import { fakeClock } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import type { Capability, PageSource } from "../ports/page-source.ts";
import { Verdict } from "../schema/result.ts";
import { createHostMemory, isWorthClimbing, rungsFor, type Rung } from "./ladder.ts";

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
  const worthIt = (rung: Rung) => Verdict.options.filter((verdict) => isWorthClimbing(verdict, rung));
  expect(worthIt({ source: browser, proxy: "basic" })).toEqual(["blocked", "empty", "needs-javascript"]);
  expect(worthIt({ source: http, proxy: "stealth" })).toEqual(["blocked"]);
});

describe("the memory of hosts", () => {
  const rungs = rungsFor([http, browser, stealthBrowser], "auto");

  test("goes straight to the rung that served the host, and higher when that fails", () => {
    const memory = createHostMemory(fakeClock());
    expect(memory.recall("a.example", rungs)).toEqual(rungs);
    memory.learn("a.example", { source: browser, proxy: "basic" });
    expect(named(memory.recall("a.example", rungs))).toEqual(["browser basic", "stealth-browser stealth"]);
    expect(memory.recall("b.example", rungs)).toEqual(rungs);
  });

  test("knows nothing that a request does not allow", () => {
    const memory = createHostMemory(fakeClock());
    memory.learn("a.example", { source: stealthBrowser, proxy: "stealth" });
    const basic = rungsFor([http, browser, stealthBrowser], "basic");
    expect(memory.recall("a.example", basic)).toEqual(basic);
  });

  test("forgets after half an hour, and the oldest of too many hosts", async () => {
    const clock = fakeClock();
    const memory = createHostMemory(clock);
    memory.learn("first.example", { source: browser, proxy: "basic" });
    for (let index = 0; index < 10_000; index += 1)
      memory.learn(`${index}.example`, { source: browser, proxy: "basic" });
    expect(memory.recall("first.example", rungs)).toEqual(rungs);
    expect(named(memory.recall("9.example", rungs))).toEqual(["browser basic", "stealth-browser stealth"]);
    await clock.advance(31 * 60_000);
    expect(memory.recall("9.example", rungs)).toEqual(rungs);
  });
});
