import { createEgressGuard, systemClock, type CaptureRequest } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { chromium } from "patchright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type BrowserSource } from "../index.ts";

/** The notes of `/inspect` of the fixture site about its visitor. */
interface Seen {
  readonly webdriver: boolean;
  readonly userAgent: string;
  readonly platform: string;
  readonly languages: string;
  readonly cores: number;
  readonly brands: string;
  readonly hints: { readonly uaFullVersion: string; readonly platform: string };
  readonly plugins: number;
  readonly chrome: string;
  readonly graphics: string;
  readonly frame: readonly unknown[];
  readonly worker: readonly unknown[];
  readonly serviceWorker: { readonly userAgent: string; readonly platform: string; readonly asked: string };
  readonly natives: readonly string[];
  readonly strangers: readonly string[];
  readonly motion: boolean;
  readonly screen: readonly [number, number, number, number];
  readonly fetched: Readonly<Record<string, string>>;
}

describe("stealth", () => {
  let site: BrowserSite;
  let source: BrowserSource;
  beforeAll(async () => {
    site = await startBrowserSite();
    source = playwright({ stealth: true, guard: createEgressGuard({ allow: ["127.0.0.1"] }) });
  });
  afterAll(async () => {
    await source[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const look = async (proxy: "basic" | "stealth", more: Partial<CaptureRequest> = {}): Promise<Seen> => {
    const request = captureRequest(`${site.origin}/inspect`, { proxy, waitForMs: 300, ...more });
    const capture = await source.capture(request, systemClock.deadline(60_000));
    expect([capture.proxyUsed, capture.source]).toEqual([proxy, "stealth-browser"]);
    const text = /id="seen">([^<]*)</.exec(new TextDecoder().decode(capture.body))?.[1] ?? "";
    return JSON.parse(text.replaceAll("&amp;", "&")) as Seen;
  };

  test("bot detection finds a browser like any other, and the same one wherever it looks", async () => {
    const seen = await look("stealth", { location: { country: "FR", languages: ["fr-FR", "en"] } });
    const { browsers } = await source.status();
    const version = browsers[0]?.version ?? "";
    const major = version.split(".")[0] ?? "";
    expect(seen).toMatchObject({ webdriver: false, natives: [], strangers: [], motion: false });
    expect(seen.userAgent).toMatch(
      new RegExp(`^Mozilla/5.0 \\([^)]+\\) .* Chrome/${major}\\.0\\.0\\.0 Safari/537\\.36$`),
    );
    expect(seen.brands).toContain(`"Google Chrome";v="${major}"`);
    expect(seen.hints.uaFullVersion).toBe(version);
    expect(seen.frame).toEqual([seen.userAgent, seen.platform, "fr-FR,en", seen.cores, false]);
    expect([seen.worker[0], seen.worker[1], seen.worker[3]]).toEqual([seen.userAgent, seen.platform, seen.cores]);
    expect(seen.serviceWorker).toEqual({
      userAgent: seen.userAgent,
      platform: seen.platform,
      asked: seen.userAgent,
    });
    expect(seen.fetched).toMatchObject({
      "user-agent": seen.userAgent,
      "sec-ch-ua": seen.brands,
      "sec-ch-ua-platform": `"${seen.hints.platform}"`,
      "accept-language": "fr-FR,en;q=0.9",
    });
    expect(seen.graphics).not.toMatch(/SwiftShader/);
    const [width, height, innerWidth, innerHeight] = seen.screen;
    expect([width >= innerWidth, height > innerHeight]).toEqual([true, true]);
  });

  test("is not put on for a basic request", async () => {
    const seen = await look("basic");
    expect(seen.brands).not.toContain("Google Chrome");
    expect(seen.motion).toBe(true);
    expect(JSON.stringify(seen)).not.toContain("Headless");
  });

  test("works with a patched driver", async () => {
    await using patched = playwright({
      stealth: true,
      driver: chromium,
      guard: createEgressGuard({ allow: ["127.0.0.1"] }),
    });
    const request = captureRequest(`${site.origin}/late`, { proxy: "stealth" });
    const capture = await patched.capture(request, systemClock.deadline(60_000));
    expect(capture.proxyUsed).toBe("stealth");
    expect(new TextDecoder().decode(capture.body)).toContain("last row");
  });
});
