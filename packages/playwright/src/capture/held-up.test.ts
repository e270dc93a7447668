import { createEngine, type Engine } from "@garner/core";
import { startBareServer, type BareServer } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playwright } from "../index.ts";

const story = "<p>The lighthouse keeper counted the ships that passed the cape each evening.</p>";

/** Pages that wait for a file that never comes, or lead elsewhere. */
const pages: Readonly<Record<string, string>> = {
  "/style-sheet": `<link rel="stylesheet" href="/never"><h1>Style sheet</h1>${story}<p>The last words.</p>`,
  "/script": `<h1>Script</h1>${story}<script src="/never"></script><p>The last words.</p>`,
  "/frame": `<h1>Frame</h1>${story}<iframe src="/never"></iframe><p>The last words.</p>`,
  "/lazy-frame": `<h1>Lazy frame</h1>${story}<div style="height: 20000px"></div><iframe loading="lazy" src="/shown-later"></iframe>`,
  "/sent-on": "<h1>Soon</h1>",
  "/sent-on-in-page": `<meta http-equiv="Refresh" content="1; url=/shown-later"><h1>Soon</h1>`,
  "/sent-on-by-script": `<p>You are being redirected, please wait.</p><script>setTimeout(() => location.replace("/shown-later"), 3500)</script>`,
  "/sent-on-in-french": `<p>Redirection en cours…</p><script>setTimeout(() => location.replace("/shown-later"), 3500)</script>`,
  "/shown-anew": `<meta http-equiv="refresh" content="4"><h1>Shown anew</h1>${story}<p>The last words.</p>`,
  "/shown-later": `<h1>Shown later</h1>${story}<p>The last words.</p>`,
};

let site: BareServer;
let engine: Engine;
beforeAll(async () => {
  site = await startBareServer(({ url = "" }, response) => {
    if (url === "/events")
      return void response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    if (url === "/unfinished")
      return void response.writeHead(200, { "content-type": "text/html" }).write(`<h1>Unfinished</h1>${story}`);
    const page = pages[url];
    if (page === undefined) return; // it never comes
    const leads = url === "/sent-on" ? { refresh: "1; url=/shown-later" } : {};
    response
      .writeHead(200, { "content-type": "text/html", ...leads })
      .end(`<!doctype html><title>Held up</title>${page}`);
  });
  engine = createEngine({
    sources: [playwright()],
    policy: { allowPrivateNetworks: ["127.0.0.1"] },
    stores: { cache: false },
  });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test("a page is read to its end without a script, a style sheet or a frame that never comes", async () => {
  const paths = ["/style-sheet", "/script", "/frame"];
  const results = await Promise.all(paths.map((path) => engine.scrape({ url: site.origin + path, timeout: 60_000 })));
  for (const { markdown } of results) expect(markdown).toContain("The last words.");
  expect(results.map(({ warning }) => warning)).toEqual([undefined, expect.stringMatching(/did not come/), undefined]);
});

test("a page that goes on coming is read as far as it has come, and says so", async () => {
  const { markdown, warning } = await engine.scrape({ url: `${site.origin}/unfinished`, timeout: 5_000 });
  expect(markdown).toContain("lighthouse keeper");
  expect(warning).toContain("The page is cut off: it was still coming when it was read.");
});

test.each(["/sent-on", "/sent-on-in-page", "/sent-on-by-script", "/sent-on-in-french"])(
  "a page that sends its visitors on within seconds is left: %s",
  async (path) => {
    const { markdown, metadata } = await engine.scrape({ url: site.origin + path, timeout: 60_000 });
    expect([metadata.url, markdown]).toEqual([
      `${site.origin}/shown-later`,
      expect.stringContaining("The last words."),
    ]);
  },
);

test("a page that shows itself anew every few seconds is read at once", async () => {
  const { markdown, warning } = await engine.scrape({ url: `${site.origin}/shown-anew`, timeout: 60_000 });
  expect([markdown, warning]).toEqual([expect.stringContaining("The last words."), undefined]);
});

test("messages that never end are no page", async () => {
  await expect(engine.scrape({ url: `${site.origin}/events`, timeout: 20_000 })).rejects.toMatchObject({
    code: "UNSUPPORTED_CONTENT",
  });
});

test("a frame that would only come when somebody scrolls to it is read", async () => {
  const { markdown } = await engine.scrape({ url: `${site.origin}/lazy-frame`, timeout: 60_000 });
  expect(markdown).toMatch(/Lazy frame[^]*The last words\./);
});
