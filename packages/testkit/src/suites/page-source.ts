import {
  isPrivateAnswer,
  plainCaptureRequest,
  systemClock,
  type Capture,
  type CaptureRequest,
  type PageSource,
} from "@garner/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { charsetTexts } from "../fixture-site/charsets.ts";
import { startFixtureSite, type FixtureSite } from "../fixture-site/site.ts";

/** The settings of {@link testPageSource}. */
export interface PageSourceSuite {
  /** Makes a source that may reach 127.0.0.1, or, without `allowLoopback`, one that may not. */
  readonly setup: (options: { readonly allowLoopback: boolean }) => PageSource | Promise<PageSource>;
}

/** The exam of every page source. Call it inside `describe`. */
export function testPageSource({ setup }: PageSourceSuite): void {
  let site: FixtureSite;
  let source: PageSource;
  beforeAll(async () => {
    site = await startFixtureSite();
    source = await setup({ allowLoopback: true });
  });
  afterAll(async () => {
    await source[Symbol.asyncDispose]?.();
    await site[Symbol.asyncDispose]();
  });

  const capture = (path: string, more: Partial<CaptureRequest> = {}): Promise<Capture> =>
    source.capture(plainCaptureRequest(`${site.origin}${path}`, more), systemClock.deadline(60_000));
  const textOf = ({ body }: Capture): string => new TextDecoder().decode(body);

  test("captures a page", async () => {
    const page = await capture("/article");
    expect(page).toMatchObject({
      requestedUrl: `${site.origin}/article`,
      url: `${site.origin}/article`,
      status: 200,
      source: source.name,
      proxyUsed: "basic",
    });
    expect(page.contentType).toMatch(/^text\/html/);
    expect(textOf(page)).toContain("lit by oil until 1932");
    expect(Math.abs(page.capturedAt - systemClock.now())).toBeLessThan(60_000);
  });

  test.each([404, 410, 500])("a page that answers %i is a capture", async (status) => {
    expect(await capture(`/status/${status}`)).toMatchObject({ status });
  });

  test.each([301, 302, 303, 307, 308])("follows redirects with status %i", async (status) => {
    const page = await capture(`/redirect/${status}/3`);
    expect(page).toMatchObject({
      url: `${site.origin}/article`,
      requestedUrl: `${site.origin}/redirect/${status}/3`,
      status: 200,
    });
  });

  test("gives up on redirects that never end", async () => {
    await expect(capture("/redirect-loop")).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
    await expect(capture("/redirect-ping")).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
  });

  test("follows a meta refresh", async () => {
    expect(await capture("/meta-refresh")).toMatchObject({ url: `${site.origin}/article` });
  });

  test("keeps cookies across the hops of one capture, and not longer", async () => {
    const page = await capture("/set-cookies?flavour=oat");
    expect(page.url).toBe(`${site.origin}/cookies`);
    // Marks of the session may stand in the page: no other team may have it from a cache.
    expect(isPrivateAnswer(page)).toBe(true);
    expect(textOf(page)).toContain("flavour=oat");
    expect(textOf(await capture("/cookies"))).not.toContain("flavour");
  });

  test("sends the headers it is given", async () => {
    const headers = { "x-probe": "42", Cookie: "a=b", "x-name": "Zoë 佐" };
    expect(textOf(await capture("/headers", { headers }))).toMatch(/"?x-probe"?: "42"/);
    expect(site.requests.at(-1)?.headers).toMatchObject({
      "x-probe": "42",
      cookie: expect.stringContaining("a=b"),
      // Node reads every byte as a character.
      "x-name": Buffer.from("Zoë 佐").toString("latin1"),
    });
  });

  test.each(["gzip", "deflate", "br"])("reads a page encoded with %s", async (encoding) => {
    expect(textOf(await capture(`/encoding/${encoding}`))).toContain("Readable again.");
  });

  test("hands over what is needed to read an old encoding", async () => {
    const page = await capture("/charset/windows-1251?by=header");
    // A browser has decoded the page already; plain HTTP hands over bytes and header.
    const label = /charset=([\w-]+)/.exec(page.contentType)?.[1] ?? "utf-8";
    expect(new TextDecoder(label).decode(page.body)).toContain(charsetTexts["windows-1251"]?.text);
  });

  test("fails when the connection breaks", async () => {
    await expect(capture("/reset")).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
  });

  test("stops when its signal fires", async () => {
    const caller = new AbortController();
    const page = source.capture(plainCaptureRequest(`${site.origin}/hang`), caller.signal);
    const outcome = expect(page).rejects.toThrow();
    await site.visited("/hang");
    caller.abort(new Error("enough"));
    await outcome;
  });

  test("captures many pages at once without mixing them up", async () => {
    const paths = Array.from({ length: 8 }, (_, index) => `/counted/${index}?x=${index}`);
    const pages = await Promise.all(paths.map((path) => capture(path)));
    expect(pages.map((page) => page.url)).toEqual(paths.map((path) => `${site.origin}${path}`));
  });

  test("refuses addresses that are not public", async () => {
    const guarded = await setup({ allowLoopback: false });
    try {
      const request = plainCaptureRequest(`${site.origin}/article`);
      await expect(guarded.capture(request, systemClock.deadline(60_000))).rejects.toMatchObject({
        code: "URL_BLOCKED",
      });
    } finally {
      await guarded[Symbol.asyncDispose]?.();
    }
  });
}
