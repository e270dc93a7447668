import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBareServer, startCrawlSite } from "@garner/testkit/site";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { unlimitedPoliteness } from "../../test/jobs/unlimited.ts";
import { createEngine, httpSource, record, replay, type Engine, type JobStatus, type Resolver } from "../index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-cassette-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function sitemap(path: string): string {
  return `<urlset><url><loc>{origin}${path}</loc></url></urlset>`;
}

const settings = {
  policy: { allowPrivateNetworks: true },
  network: { politeness: unlimitedPoliteness },
  stores: { cache: false },
} as const;
const pages = {
  "/": { links: ["/a", "/private/x"], headers: { "set-cookie": "session=secret" } },
  "/a": { links: ["/gone"] },
  "/listed": {},
  "/robots.txt": { raw: { text: "User-agent: *\nDisallow: /private", type: "text/plain" } },
  "/sitemap.xml": { raw: { text: sitemap("/listed"), type: "application/xml" } },
} as const;

/** The result of a crawl, without what is new in every run. */
function told({ pages: crawled }: JobStatus) {
  return crawled
    .map(({ metadata: { scrapeId: _, ...metadata }, ...page }) => ({ ...page, metadata }))
    .toSorted((one, other) => String(one.metadata.url).localeCompare(String(other.metadata.url)));
}

function failures({ errors = [] }: JobStatus) {
  return errors
    .map(({ url, code, error }) => ({ url, code, error }))
    .toSorted((one, other) => String(one.url).localeCompare(String(other.url)));
}

type Answering = (url: URL, response: ServerResponse) => void;

/** Ways in which a site answers. */
const answers: Readonly<Record<string, Answering>> = {
  text: (url, response) =>
    response.setHeader("content-type", "text/html").end(`<p>${`Words of ${url.pathname}. `.repeat(20)}</p>`),
  missing: (_url, response) => response.writeHead(404, { "content-type": "text/html" }).end("<p>Not here.</p>"),
  error: (_url, response) => response.writeHead(500, { "content-type": "text/html" }).end("<p>Broken.</p>"),
  hop: (url, response) => response.writeHead(302, { location: `${url.pathname}/text` }).end(),
  circle: (url, response) => response.writeHead(302, { location: url.pathname }).end(),
  reset: (_url, response) => response.destroy(),
  bytes: (_url, response) => response.setHeader("content-type", "application/octet-stream").end(everyByte),
  picture: (_url, response) => response.setHeader("content-type", "image/png").end(everyByte),
  latin: (_url, response) => response.setHeader("content-type", "text/html; charset=latin1").end(everyByte.slice(0xa0)),
};
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** A site whose start page links one page for each way of answering. */
function startMixedSite() {
  const links = Object.keys(answers).map((kind) => `<a href="/${kind}">${kind}</a>`);
  return startBareServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://site");
    const [, kind = "", landed] = url.pathname.split("/");
    if (kind === "")
      response.setHeader("content-type", "text/html").end(`<p>${"A start. ".repeat(20)}${links.join(" ")}</p>`);
    else if (kind === "sitemap.xml") response.destroy();
    else (answers[landed ?? kind] ?? answers["missing"])?.(url, response);
  });
}

describe("a cassette", () => {
  test("plays a crawl without the site, byte for byte, robots.txt and sitemap included", async () => {
    const site = await startCrawlSite(pages);
    const request = { url: site.origin, scrapeOptions: { formats: ["markdown", "rawHtml", "links"] } } as const;
    await using recording = createEngine({ ...settings, sources: [record(folder)] });
    const recorded = await recording.crawl(request).result();
    await site[Symbol.asyncDispose]();
    expect(recorded.pages.map(({ metadata: { url = "" } }) => url.replace(site.origin, "")).toSorted()).toEqual([
      "/",
      "/a",
      "/gone",
      "/listed",
    ]);

    await using playing = createEngine({ ...settings, sources: [replay(folder)] });
    const played = await playing.crawl(request).result();
    expect(told(played)).toEqual(told(recorded));
    const why = async (engine: Engine, { id }: JobStatus) => (await engine.jobs.explain({ id })).decisions;
    expect(await why(playing, played)).toEqual(await why(recording, recorded));
  });

  test("plays a crawl of whatever there is on a site: redirects, refusals, broken connections, bytes that are no text", async () => {
    const runtime = { random: () => 0 }; // tries soon again
    const site = await startMixedSite();
    const request = { url: site.origin, scrapeOptions: { formats: ["markdown", "rawHtml", "links"] } } as const;
    await using recording = createEngine({ ...settings, runtime, sources: [record(folder)] });
    const recorded = await recording.crawl(request).result();
    await site[Symbol.asyncDispose]();
    const resolver: Resolver = () => Promise.reject(new Error("There is no network."));
    const network = { ...settings.network, resolver };
    await using playing = createEngine({ ...settings, runtime, network, sources: [replay(folder)] });
    const played = await playing.crawl(request).result();
    expect(recorded.pages.length).toBeGreaterThan(5);
    expect(failures(recorded).map(({ url = "" }) => new URL(url).pathname)).toEqual([
      "/bytes",
      "/circle",
      "/picture",
      "/reset",
    ]);
    expect(told(played)).toEqual(told(recorded));
    expect(failures(played)).toEqual(failures(recorded));
  });

  test("is files that people can read, without cookies", async () => {
    await using site = await startCrawlSite(pages);
    await using engine = createEngine({ ...settings, sources: [record(folder, httpSource())] });
    await engine.scrape({ url: `${site.origin}/`, headers: { authorization: "Bearer secret" } });
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = files.filter((file) => file.isFile()).map(({ name }) => name.replace(/\.[0-9a-f]{12}\./, "."));
    expect(names.toSorted()).toEqual(["cassette.json", "index.body", "index.json"]);
    for (const { parentPath, name } of files.filter((file) => file.isFile()))
      expect(await readFile(join(parentPath, name), "utf8")).not.toContain("secret");
  });

  test("says what it has not got, and what is no cassette", async () => {
    await using site = await startCrawlSite(pages);
    const url = `${site.origin}/a`;
    await using recording = createEngine({ ...settings, sources: [record(folder)] });
    await recording.scrape({ url });
    await using playing = createEngine({ ...settings, sources: replay(folder) });
    await expect(playing.scrape({ url })).resolves.toMatchObject({ metadata: { statusCode: 200 } });
    const missing = { code: "SCRAPE_NO_CACHED_DATA", message: expect.stringContaining(`${url}?page=2`) };
    await expect(playing.scrape({ url: `${url}?page=2` })).rejects.toMatchObject(missing);
    await expect(playing.scrape({ url, headers: { "x-team": "b" } })).rejects.toMatchObject({ code: missing.code });
    expect(() => replay(join(folder, "nothing"))).toThrow(/is no cassette: `record` makes one/);
  });
});

test.runIf(process.platform === "linux").each(["/proc/nope", "/dev/full/cassette"])(
  "a folder that can't be made, %s, is named, and nobody waits for it",
  (impossible) => {
    expect(() => createEngine({ sources: [record(impossible)] })).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(`${impossible} can't be`) }),
    );
  },
);
