import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFixtureSite } from "@garner/testkit/site";
import { afterEach, beforeEach, expect, test } from "vitest";
import { garner } from "../../test/garner.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-revalidating-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a page that leads elsewhere than the last time is not taken for unchanged", async () => {
  let newest = "/two";
  await using own = await startFixtureSite({
    routes: {
      latest: ({ response }) => void response.writeHead(302, { location: newest }).end(),
      one: ({ request, response }) => {
        const modified = "Mon, 01 Jan 2024 00:00:00 GMT";
        const isKnown = request.headers["if-modified-since"] !== undefined;
        response.writeHead(isKnown ? 304 : 200, { "content-type": "text/html", "last-modified": modified });
        response.end(isKnown ? undefined : "<h1>One</h1><p>The older words about the harbour.</p>");
      },
      two: ({ response }) => {
        response.writeHead(200, { "content-type": "text/html", "last-modified": "Thu, 01 Feb 2024 00:00:00 GMT" });
        response.end("<h1>Two</h1><p>The newer words about the harbour.</p>");
      },
    },
  });
  const out = join(folder, "site");
  const crawl = async () =>
    await garner(["crawl", `${own.origin}/latest`, "--out", out, "--sitemap", "skip", "--limit", "1"]);
  expect((await crawl()).messages).toContain("1 new");
  newest = "/one"; // taken back: not modified since the other one was
  expect((await crawl()).messages).toContain("1 new");
  expect(await readFile(join(out, "one.md"), "utf8")).toContain("The older words");
  expect((await crawl()).messages).toContain("1 unchanged");
});

test("a server that refuses its own ETag is asked again without it", async () => {
  await using own = await startFixtureSite({
    routes: {
      harbour: ({ request, response }) => {
        const isKnown = request.headers["if-none-match"] !== undefined;
        response.writeHead(isKnown ? 412 : 200, { "content-type": "text/html", etag: '"1"' });
        response.end(isKnown ? "Precondition failed" : "<h1>Harbour</h1><p>Words about the harbour.</p>");
      },
    },
  });
  const out = join(folder, "site");
  const crawl = async () => await garner(["crawl", `${own.origin}/harbour`, "--out", out, "--sitemap", "skip"]);
  expect((await crawl()).messages).toContain("1 new");
  expect((await crawl()).messages).toContain("1 unchanged");
  expect(own.visits("/harbour")).toBe(3);
});

test("a page in another language is not taken for unchanged", async () => {
  await using own = await startFixtureSite({
    routes: {
      harbour: ({ request: { headers }, response }) => {
        const isKnown = headers["if-modified-since"] !== undefined;
        const words = headers["accept-language"] === "de" ? "Worte vom Hafen." : "Words about the harbour.";
        const modified = "Mon, 01 Jan 2024 00:00:00 GMT";
        response.writeHead(isKnown ? 304 : 200, { "content-type": "text/html", "last-modified": modified });
        response.end(isKnown ? undefined : `<h1>Harbour</h1><p>${words}</p>`);
      },
    },
  });
  const out = join(folder, "site");
  const crawl = async (...flags: readonly string[]) =>
    await garner(["crawl", `${own.origin}/harbour`, "--out", out, "--sitemap", "skip", ...flags]);
  await crawl();
  expect((await crawl()).messages).toContain("1 unchanged");
  expect((await crawl("--header", "Accept-Language: de")).messages).toContain("1 changed");
  expect(await readFile(join(out, "harbour.md"), "utf8")).toContain("Worte");
});
