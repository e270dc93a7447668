import { createEgressGuard, systemClock } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { chromium } from "patchright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type BrowserSource } from "./index.ts";

interface Seen {
  readonly headers: Readonly<Record<string, string>>;
  readonly page: {
    readonly userAgent: string;
    readonly webdriver: boolean;
    readonly platform: string;
    readonly languages: readonly string[];
    readonly brands: readonly { readonly brand: string; readonly version: string }[];
    readonly screen: readonly [number, number];
    readonly width: number;
  };
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

  const look = async (proxy: "basic" | "stealth", languages: readonly string[] = []): Promise<Seen> => {
    const location = languages.length === 0 ? {} : { location: { country: "FR", languages } };
    const request = captureRequest(`${site.origin}/echo`, { proxy, ...location });
    const capture = await source.capture(request, systemClock.deadline(30_000));
    expect([capture.proxyUsed, capture.source]).toEqual([proxy, "stealth-browser"]);
    const html = new TextDecoder().decode(capture.body);
    const part = (id: string) => JSON.parse(new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? "null") as never;
    return { headers: part("headers"), page: part("page") };
  };

  test("looks like an ordinary visitor's browser, and tells headers and scripts the same", async () => {
    const { headers, page } = await look("stealth", ["fr-FR", "en"]);
    const major = /Chrome\/(\d+)/.exec(page.userAgent)?.[1];
    expect(page.userAgent).toMatch(/Windows NT/);
    expect(headers["user-agent"]).toBe(page.userAgent);
    expect(page.webdriver).toBe(false);
    expect(page.platform).toBe("Win32");
    expect(page.brands).toContainEqual({ brand: "Google Chrome", version: major });
    expect(headers["sec-ch-ua"]).toContain(`"Google Chrome";v="${major}"`);
    expect(headers["sec-ch-ua-platform"]).toBe('"Windows"');
    expect(headers["accept-language"]).toBe("fr-FR,en;q=0.9");
    expect(page.screen[0]).toBeGreaterThanOrEqual(1280);
    const { browsers } = await source.status();
    expect(browsers[0]?.version.split(".")[0]).toBe(major);
  });

  test("is not put on for a basic request", async () => {
    const { page } = await look("basic");
    expect(page.userAgent).not.toMatch(/Windows/);
  });

  test("works with a patched driver", async () => {
    await using patched = playwright({
      stealth: true,
      driver: chromium,
      guard: createEgressGuard({ allow: ["127.0.0.1"] }),
    });
    const request = captureRequest(`${site.origin}/late`, { proxy: "stealth" });
    const capture = await patched.capture(request, systemClock.deadline(30_000));
    expect(capture.proxyUsed).toBe("stealth");
    expect(new TextDecoder().decode(capture.body)).toContain("last row");
  });
});
