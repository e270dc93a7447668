import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import {
  startCrawlSite,
  startFixtureSite,
  startRedisServer,
  treeOfPages,
  type FixtureSite,
} from "@garner/testkit/site";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exitCodes } from "./failure.ts";
import { garner } from "../test/garner.ts";

let site: FixtureSite;
let folder: string;

beforeAll(async () => {
  site = await startFixtureSite();
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-cli-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("scrape", () => {
  test("prints Markdown", async () => {
    const { code, output } = await garner(["scrape", `${site.origin}/article`]);
    expect(code).toBe(exitCodes.done);
    expect(output).toMatch(/^# The lighthouse on the cape\n/);
  });

  test("passes options on, and prints JSON where a page is more than one text", async () => {
    const whole = await garner(["scrape", `${site.origin}/article`, "--no-only-main-content"]);
    expect(whole.output).toContain("newsletter");
    const both = await garner(["scrape", `${site.origin}/article`, "--formats", "markdown, links"]);
    expect(JSON.parse(both.output)).toMatchObject({ links: expect.any(Array), metadata: { statusCode: 200 } });
    await garner(["scrape", `${site.origin}/headers`, "--header", "x-probe: 42", "--max-age", "0"]);
    expect(site.requests.findLast(({ path }) => path === "/headers")?.headers).toMatchObject({ "x-probe": "42" });
  });

  test("takes flags before the URL, and a selector with commas as one", async () => {
    const flags = ["--formats", "html", "--include-tags", ":is(h1, h2)", "--include-tags", "h3"];
    const { code, output } = await garner(["scrape", ...flags, "--header", "x-a: 1", `${site.origin}/article`]);
    expect(code).toBe(exitCodes.done);
    expect(output).toContain("<h1>The lighthouse on the cape</h1>");
    expect(output).not.toContain("<p>");
  });

  test("reads URLs from a pipe, and writes to a file", async () => {
    const file = join(folder, "pages.jsonl");
    const input = `# pages\n${site.origin}/article\n\n${site.origin}/article?2\n`;
    const { code, output } = await garner(["scrape", "--json", "--output", file], { input });
    expect({ code, output }).toEqual({ code: exitCodes.done, output: "" });
    expect((await readFile(file, "utf8")).trim().split("\n")).toHaveLength(2);
  });

  test("keeps what a file has until there is a page to put in its place", async () => {
    const file = join(folder, "page.md");
    await writeFile(file, "# Yesterday's page\n");
    const failed = await garner(["scrape", "--output", file, `${site.origin}/reset`]);
    expect(failed.code).toBe(exitCodes.failed);
    expect(await readFile(file, "utf8")).toBe("# Yesterday's page\n");
    await garner(["scrape", "--output", file, `${site.origin}/article`]);
    expect(await readFile(file, "utf8")).toMatch(/^# The lighthouse on the cape\n/);
  });

  test.each(["/reset", ":no port/"])("goes on with the other pages when the one at %s can't be had", async (path) => {
    const urls = [`${site.origin}${path}`, `${site.origin}/article`];
    const { code, output, messages } = await garner(["scrape", ...urls]);
    expect(code).toBe(exitCodes.incomplete);
    expect(output).toMatch(/^# The lighthouse/);
    expect(messages).toContain(`failed ${site.origin}${path}: `);
  });

  test.each([
    [["scrape"], exitCodes.usage, "Give one or more URLs"],
    [["scrape", "http://10.0.0.1/"], exitCodes.failed, "(URL_BLOCKED)"],
    [["scrape", "example.com", "--formats", "markdwon"], exitCodes.usage, "formats"],
    [["scrape", "example.com", "--wait-for", "soon"], exitCodes.usage, "must be a number"],
    [["scrape", "example.com", "--header", "x-probe"], exitCodes.usage, 'A header is `Name: value`, not "x-probe".'],
    [["extract", "example.com", "--schema", "none.json"], exitCodes.usage, "none.json can't be read: there is no such"],
    [["crawl", "example.com", "--prune"], exitCodes.usage, "--prune needs a folder: --out <folder>."],
    [["crawl", "example.com", "--out", ""], exitCodes.usage, "--out needs the name of a folder."],
    [["mcp", "--max-tokens", "many"], exitCodes.usage, "a whole number above 0"],
    [["serve", "--port", "abc"], exitCodes.usage, "a whole number from 0 to 65535"],
    [["serve", "--port", "65536"], exitCodes.usage, "a whole number from 0 to 65535"],
    [["scarpe", "example.com"], exitCodes.usage, "scrape"],
    [["scrape", "example.com", "--fromats", "html"], exitCodes.usage, "--formats"],
  ])("says what is wrong: %j", async (parameters, expected, message) => {
    const { code, output, messages } = await garner(parameters);
    expect({ code, output }).toEqual({ code: expected, output: "" });
    expect(messages).toContain(message);
  });

  test("says in plain words what can't be read or written, and what is wrong in its settings", async () => {
    const url = `${site.origin}/article`;
    const taken = join(folder, "taken.json");
    await writeFile(taken, '{"scrap":{}}');
    const cases: readonly (readonly [readonly string[], string, Record<string, string>?])[] = [
      [["scrape", url, "--output", join(folder, "none", "x.md")], "x.md can't be written: there is no such folder."],
      [["scrape", url, "--output", folder], "can't be written: it is a folder."],
      [["crawl", url, "--out", taken], "taken.json can't be written: it is no folder."],
      [["read", folder], "can't be read: it is a folder."],
      [["--config", taken, "scrape", url], "is wrong: Unknown key `scrap`. Did you mean `scrape`?"],
      [["scrape", url], 'REDIS_URL: "foo" is not a redis', { REDIS_URL: "foo" }],
    ];
    for (const [parameters, message, variables = {}] of cases) {
      const { code, output, messages } = await garner(parameters, { variables });
      expect({ code, output }).toEqual({ code: exitCodes.usage, output: "" });
      expect(messages).toContain(message);
    }
  });

  test("tells an error page from a page by its exit code", async () => {
    const { code, messages } = await garner(["scrape", `${site.origin}/status/404`]);
    expect(code).toBe(exitCodes.incomplete);
    expect(messages).toContain("404");
  });

  test("takes defaults from a configuration file, which is checked", async () => {
    const config = join(folder, "garner.json");
    await writeFile(config, JSON.stringify({ scrape: { formats: ["html"] } }));
    expect((await garner(["--config", config, "scrape", `${site.origin}/article`])).output).toContain("<h1");
    // A flag that only turns something off says nothing until it is given.
    await writeFile(config, JSON.stringify({ scrape: { onlyMainContent: false } }));
    expect((await garner(["--config", config, "scrape", `${site.origin}/article`])).output).toContain("newsletter");
    await writeFile(config, JSON.stringify({ scarpe: {} }));
    const wrong = await garner(["--config", config, "scrape", `${site.origin}/article`]);
    expect(wrong).toMatchObject({ code: exitCodes.usage, messages: expect.stringContaining("scarpe") });
  });
});

test("help says in plain words what a flag does, and which formats there are", async () => {
  const { output, code } = await garner(["scrape", "--help"]);
  expect(code).toBe(exitCodes.done);
  expect(output).toMatch(/--no-block-ads +Don't block advertisements/);
  expect(output.replaceAll(/\s+/g, " ")).toContain("With commas in between: markdown, links, images, chunks, html,");
});

test.each(["scrape", "crawl", "search", "serve"])("the help of %s fits a screen of 80 columns", async (command) => {
  const { code, output } = await garner([command, "--help"]);
  expect(code).toBe(exitCodes.done);
  expect(output.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("batch prints a line for each page, names what failed, and shows how far it is", async () => {
  const urls = [`${site.origin}/article`, `${site.origin}/reset`, "not a url"];
  const { code, output, messages } = await garner(["batch", ...urls], { showsProgress: true });
  expect(code).toBe(exitCodes.incomplete);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(messages).toContain("/reset");
  expect(messages).toContain("█");
});

test.each([
  ["batch", ["/article", "/status/404"], "completed 2 pages, 1 of them an error page\n"],
  ["batch", ["/status/404", "/status/500"], "completed 2 pages, 2 of them error pages\n"],
  ["crawl", ["/start/"], "completed 2 pages, 1 of them an error page\n"],
])("%s %j prints error pages, names them, and is incomplete", async (command, paths, end) => {
  await using own = await startFixtureSite({
    routes: {
      start: ({ url, response }) => {
        response.writeHead(url.pathname === "/start/" ? 200 : 404, { "content-type": "text/html" });
        response.end('<a href="/start/dead">A</a>');
      },
    },
  });
  const { code, output, messages } = await garner([command, ...paths.map((path) => `${own.origin}${path}`)]);
  expect(code).toBe(exitCodes.incomplete);
  expect(output.trim().split("\n")).toHaveLength(2);
  expect(messages).toMatch(/^warning \S+\/(?:status\/404|start\/dead): The page answered 404 Not Found\.$/m);
  expect(messages).toContain(end);
});

test("a batch whose URLs are none of the web has failed, and one with such a URL is incomplete", async () => {
  const none = await garner(["batch", "not a url"]);
  expect(none).toMatchObject({
    code: exitCodes.failed,
    messages: expect.stringContaining("completed 0 pages, 1 failed"),
  });
  expect((await garner(["batch", "not a url", `${site.origin}/article`])).code).toBe(exitCodes.incomplete);
});

test("a failure is named with its reason while other pages are under way", async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await using own = await startCrawlSite({ "/slow": { body: "<h1>Slow</h1><p>This page comes last.</p>", held } });
  const screen: string[] = [];
  const onMessage = (text: string) => text.startsWith("failed ") && answer();
  const { code } = await garner(["batch", `${site.origin}/reset`, `${own.origin}/slow`], { screen, onMessage });
  expect(code).toBe(exitCodes.incomplete);
  expect(screen.map((text) => text.slice(0, 6))).toEqual(["failed", '{"mark', "comple"]);
  expect(screen[0]).toContain("/reset: 127.0.0.1");
});

test("results are whole where nobody hears the messages any more", async () => {
  const program = fileURLToPath(new URL("main.ts", import.meta.url));
  const urls = [`${site.origin}/reset`, `${site.origin}/article`];
  const child = spawn(process.execPath, ["--conditions=source", program, "batch", ...urls], {
    env: { PATH: process.env["PATH"], ALLOW_PRIVATE_NETWORKS: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr.destroy();
  const ended = once(child, "close");
  expect((await text(child.stdout)).trim().split("\n")).toHaveLength(1);
  expect(await ended).toEqual([exitCodes.incomplete, null]);
});

test.each([10, 30, 40, 80])(
  "in a terminal of %i columns no line of the progress is longer than that",
  async (columns) => {
    const urls = ["/article?a-name-that-is-as-long-as-that-of-many-pages-are", "/status/404", "/links"];
    const { messages } = await garner(["batch", ...urls.map((path) => site.origin + path)], {
      showsProgress: true,
      columns,
    });
    // oxlint-disable-next-line no-control-regex
    const lines = messages.split(/\r\u001b\[2K/).filter((text) => text !== "" && !text.includes("\n"));
    expect(lines.length).toBeGreaterThan(2);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(columns);
    expect(lines.at(-1)).toContain("3/3 pages".slice(0, columns - 1));
    expect(lines.some((line) => /[█░]/.test(line))).toBe(columns > 30);
  },
);

test("in a terminal a page stands on a line of its own, and not behind the progress", async () => {
  const screen: string[] = [];
  await garner(["batch", `${site.origin}/article`], { showsProgress: true, screen });
  const lines = screen
    .join("")
    .split("\n")
    .map((line) => line.split("\u001B[2K").at(-1) ?? "");
  expect(lines.filter((line) => line.startsWith('{"markdown"'))).toHaveLength(1);
});

test("read prints a file that is here already", async () => {
  const file = join(folder, "page.html");
  await writeFile(file, '<main><h1>Harbour</h1><p>The <a href="/tide">tide</a> comes and goes twice a day.</p></main>');
  const { code, output } = await garner(["read", file, "--url", "https://harbour.example/"]);
  expect(code).toBe(exitCodes.done);
  expect(output).toContain("# Harbour");
  expect(output).toContain("[tide](https://harbour.example/tide)");
  const missing = await garner(["read", join(folder, "none.html")]);
  expect(missing).toMatchObject({ code: exitCodes.usage, messages: expect.stringContaining("there is no such file") });
});

test("read tells what a document lost", async () => {
  const file = join(folder, "remark.rtf");
  await writeFile(file, String.raw`{\rtf1\pard The quay {\*\annotation Really?}is long.\par}`);
  const { output, messages } = await garner(["read", file]);
  expect(output).toBe("The quay is long.\n");
  expect(messages).toContain("warning 1 comment of the document is left out.");
});

test("map lists URLs", async () => {
  const { code, output } = await garner(["map", site.origin, "--limit", "3"]);
  expect(code).toBe(exitCodes.done);
  expect(output.trim().split("\n")).toHaveLength(3);
});

test("map lists what lies beside the start, and addresses with their query, if it is told to", async () => {
  const pages = { "/docs": { links: ["/blog?page=1", "/blog?page=2"] } };
  await using tree = await startCrawlSite({ ...pages, "/blog?page=1": {}, "/blog?page=2": {} });
  const listed = async (...flags: readonly string[]) => {
    const { output } = await garner(["map", `${tree.origin}/docs`, "--sitemap", "skip", ...flags]);
    return output
      .trim()
      .split("\n")
      .map((line) => line.replace(tree.origin, ""));
  };
  expect(await listed()).toEqual(["/docs"]);
  expect(await listed("--no-filter-by-path")).toEqual(["/docs", "/blog"]);
  const queries = ["/docs", "/blog?page=1", "/blog?page=2"];
  expect(await listed("--no-filter-by-path", "--no-ignore-query-parameters")).toEqual(queries);
});

test("what needs a model or a provider says what to set", async () => {
  const { code, messages } = await garner(["extract", site.origin, "--prompt", "The year."]);
  expect(code).toBe(exitCodes.failed);
  expect(messages).toContain("CAPABILITY_MISSING");
});

describe("crawl", () => {
  test("prints a line for each page", async () => {
    await using tree = await startCrawlSite(treeOfPages(5));
    const { code, output, messages } = await garner(["crawl", `${tree.origin}/`, "--sitemap", "skip"]);
    expect(code).toBe(exitCodes.done);
    expect(output.trim().split("\n")).toHaveLength(5);
    expect(messages).toContain("completed 5 pages");
  });

  test("writes a tree of files whose links lead to each other, and brings it up to date", async () => {
    let text = "First words about the harbour and the tide that comes and goes.";
    await using own = await startCrawlSite((path) => {
      if (path === "/")
        return {
          body: `<h1>Home</h1><p>Go to <a href="/docs/intro.html?v=1#part">the introduction</a>, or to <a href="/docs/">the docs</a>.</p>`,
          headers: { etag: '"home"' },
        };
      if (path === "/docs/")
        return { body: `<h1>Docs</h1><p>Back <a href="/">home</a>, please, as soon as you can.</p>` };
      return path === "/docs/intro.html?v=1" ? { body: `<h1>Intro</h1><p>${text}</p>` } : undefined;
    });
    const out = join(folder, "site");
    const first = await garner(
      ["crawl", `${own.origin}/`, "--out", out, "--sitemap", "skip", "--no-ignore-query-parameters"].filter(
        (flag) => flag !== "--no-ignore-query-parameters",
      ),
    );
    expect(first.messages).toContain("3 new, 0 changed, 0 unchanged, 0 gone");
    const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith(".md")).sort();
    expect(files).toEqual(["docs/index.md", expect.stringMatching(/^docs\/intro-[\da-f]{8}\.md$/), "index.md"]);
    const home = await readFile(join(out, "index.md"), "utf8");
    expect(home).toMatch(/^---\nurl: "http:.*"\ntitle: /);
    expect(home).toContain(`](docs/${files[1]?.slice(5)}#part)`);
    expect(home).toContain("](docs/index.md)");
    expect(await readFile(join(out, "docs/index.md"), "utf8")).toContain("](../index.md)");
    text = "Other words about the harbour.";
    const second = await garner(["crawl", `${own.origin}/`, "--out", out, "--sitemap", "skip"]);
    expect(second.messages).toContain("0 new, 1 changed, 2 unchanged, 0 gone");
    expect(await readFile(join(out, files[1] ?? ""), "utf8")).toContain("Other words");
    const elsewhere = await garner(["crawl", `${site.origin}/`, "--out", out]);
    expect(elsewhere).toMatchObject({ code: exitCodes.usage, messages: expect.stringContaining("another folder") });
  });

  test.runIf(process.platform === "linux")(
    "a folder that can't be made is named, and nobody waits for it",
    async () => {
      const { code, messages } = await garner(["crawl", `${site.origin}/`, "--out", "/proc/nope"]);
      expect([code, messages]).toEqual([exitCodes.usage, expect.stringContaining("/proc/nope can't be written")]);
    },
  );

  test("takes any path of a site, and links that are redirected or have parentheses", async () => {
    const alike = ["/caf%C3%A9", "/cafe%CC%81"];
    const long = `/${"長".repeat(90)}`;
    const deep = `/${"d/".repeat(700)}x`;
    const paths = [
      "/guide",
      "/guide.md/part",
      "/old",
      "/wiki/Foo_(bar)",
      "/aux.txt",
      ...alike,
      long,
      deep,
      "/tide/",
      "/~ann",
    ];
    const others = ["/tide", "/%7eann", "/%7Eann#top", "/caf%c3%a9"];
    await using own = await startCrawlSite((path) => {
      if (path === "/old") return { redirect: "/new" };
      const links =
        path === "/" ? [...paths, ...others].map((link) => `<a href="${link}">${link.slice(0, 20)}</a>`) : [];
      return { body: `<h1>Page ${path.slice(0, 20)}</h1><p>Words about the harbour. ${links.join(", ")}</p>` };
    });
    const out = join(folder, "site");
    const { code, messages } = await garner(["crawl", `${own.origin}/`, "--out", out, "--sitemap", "skip"]);
    expect(messages).toContain("12 new, 0 changed");
    expect(code).toBe(exitCodes.done);
    const home = await readFile(join(out, "index.md"), "utf8");
    const links = [...home.matchAll(/\]\(((?:[^()]|\([^()]*\))+)\)/g)].map(([, link = ""]) => decodeURIComponent(link));
    expect(links).toEqual(expect.arrayContaining(["guide.md", "guide-md/part.md", "new.md", "wiki/Foo_(bar).md"]));
    expect(links.filter((link) => link === "tide/index.md")).toHaveLength(2);
    expect(links.filter((link) => /^(?:~ann|café)\.md/.test(link))).toHaveLength(5);
    // Windows keeps the one for a device; some file systems take the two for one.
    expect(links).toContain("-aux-txt.md");
    const accented = new Set(links.filter((link) => link.startsWith("caf")).map((link) => link.normalize("NFC")));
    expect([...accented].toSorted()).toEqual([expect.stringMatching(/^café-[\da-f]{8}\.md$/), "café.md"]);
    for (const link of links) expect(await readFile(join(out, link.replace(/#.*/, "")), "utf8")).toContain("harbour");
    await rm(join(out, "guide.md"));
    expect((await garner(["crawl", `${own.origin}/`, "--out", out, "--sitemap", "skip"])).messages).toContain(
      "12 unchanged",
    );
    expect(await readFile(join(out, "guide.md"), "utf8")).toContain("harbour");
  });

  test("a page that is an error for once keeps its file; one that the site says is gone does not", async () => {
    const statuses: Record<string, number> = {};
    await using own = await startCrawlSite((path) => {
      if (path === "/") return { body: `<h1>Home</h1><p>Go to <a href="/a">a</a> or <a href="/b">b</a>, please.</p>` };
      const status = statuses[path] ?? 200;
      return { status, body: `<h1>Page ${path}</h1><p>Words of ${status} about the harbour.</p>` };
    });
    const out = join(folder, "site");
    const crawl = async () => await garner(["crawl", `${own.origin}/`, "--out", out, "--sitemap", "skip", "--prune"]);
    const files = async () => (await readdir(out)).filter((file) => file.endsWith(".md")).sort();
    await crawl();
    expect(await files()).toEqual(["a.md", "b.md", "index.md"]);
    statuses["/a"] = 404;
    statuses["/b"] = 411;
    const later = await crawl();
    expect(later.code).toBe(exitCodes.incomplete);
    expect(later.messages).toContain(`failed ${own.origin}/a: the page answered 404 Not Found\n`);
    expect(later.messages).toContain(`failed ${own.origin}/b: `);
    expect(later.messages).toContain("completed 1 page, 2 failed\n0 new, 0 changed, 1 unchanged, 1 gone in");
    expect(await files()).toEqual(["b.md", "index.md"]);
    expect(await readFile(join(out, "b.md"), "utf8")).toContain("Words of 200");
    await own[Symbol.asyncDispose]();
    expect((await crawl()).code).toBe(exitCodes.failed);
    expect(await files()).toEqual(["b.md", "index.md"]);
  });

  test("a notice in a page's place, sent with status 200, takes neither its file nor those of the pages it led to", async () => {
    const notices: Record<string, string> = {};
    const maintenance = `<title>Down for maintenance</title><h1>Down for maintenance</h1>
      <p>We are currently performing scheduled maintenance. We will be back soon.</p>`;
    const absence = `<title>Page not found</title><h1>Page not found</h1>
      <p>Sorry, the page you are looking for does not exist.</p>`;
    await using own = await startCrawlSite((path) => {
      const notice = notices[path] ?? notices["everywhere"];
      if (notice !== undefined) return { body: notice };
      if (path === "/") return { body: `<h1>Home</h1><p>Go to <a href="/a">a</a> or <a href="/b">b</a>, please.</p>` };
      return { body: `<h1>Page ${path}</h1><p>Words about the harbour, and more of them.</p>` };
    });
    const out = join(folder, "site");
    const crawl = async () => await garner(["crawl", `${own.origin}/`, "--out", out, "--sitemap", "skip", "--prune"]);
    const files = async () => (await readdir(out)).filter((file) => file.endsWith(".md")).sort();
    await crawl();
    notices["everywhere"] = maintenance;
    const meanwhile = await crawl();
    expect(meanwhile.code).toBe(exitCodes.failed);
    expect(meanwhile.messages).toMatch(/failed http:\S+: it is not the page, but maintenance/);
    expect(await files()).toEqual(["a.md", "b.md", "index.md"]);
    expect(await readFile(join(out, "index.md"), "utf8")).toContain("# Home");
    delete notices["everywhere"];
    notices["/a"] = absence;
    expect((await crawl()).messages).toContain("0 new, 0 changed, 2 unchanged, 1 gone in");
    expect(await files()).toEqual(["b.md", "index.md"]);
  });

  test.each(["SIGINT", "SIGKILL"] as const)("that is stopped by %s goes on where it was", async (signal) => {
    await using tree = await startCrawlSite(treeOfPages(12));
    const out = join(folder, "tree");
    const program = fileURLToPath(new URL("main.ts", import.meta.url));
    const config = join(folder, "garner.json");
    await writeFile(config, JSON.stringify({ environment: { POLITENESS: '{"maxConcurrencyPerHost":1}' } }));
    const parameters = ["--config", config, "crawl", `${tree.origin}/`, "--out", out, "--sitemap", "skip"];
    const child = spawn(process.execPath, ["--conditions=source", program, ...parameters], {
      env: { PATH: process.env["PATH"], ALLOW_PRIVATE_NETWORKS: "127.0.0.1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let messages = "";
    child.stderr.on("data", (chunk: Buffer) => (messages += chunk.toString()));
    const ended = once(child, "close");
    while (tree.requests.filter(({ path }) => path.startsWith("/p/")).length < 3)
      await new Promise((resolve) => setImmediate(resolve));
    child.kill(signal);
    expect(await ended).toEqual(signal === "SIGINT" ? [exitCodes.interrupted, null] : [null, "SIGKILL"]);
    const goOn = `Stopped. Go on with: garner crawl ${tree.origin}/ --out ${out} --config ${config}`;
    expect(messages.includes(goOn)).toBe(signal === "SIGINT");
    const again = await garner(parameters);
    expect(again.code).toBe(exitCodes.done);
    expect(again.messages).toContain("Going on with the crawl");
    const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith(".md"));
    expect(files).toHaveLength(12);
  });

  test.each([
    [[], 12, "Going on with the crawl that was left in"],
    [["--limit", "12"], 12, "Going on with the crawl that was left in"],
    [["--limit", "5"], 12, "It keeps the options that it began with, whatever is asked now: --restart begins anew."],
    [["--limit", "5", "--restart"], 5, "5 new"],
  ])("that was left is gone on with by %j", async (flags, count, message) => {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    const pages = treeOfPages(12);
    await using tree = await startCrawlSite({ ...pages, "/": { ...pages["/"], held } });
    const out = join(folder, "tree");
    const parameters = ["crawl", `${tree.origin}/`, "--out", out, "--sitemap", "skip"];
    const stopping = new AbortController();
    const left = garner([...parameters, "--limit", "12"], { signal: stopping.signal });
    while (!tree.requests.some(({ path }) => path === "/")) await new Promise((resolve) => setImmediate(resolve));
    stopping.abort();
    expect((await left).code).toBe(exitCodes.interrupted);
    answer();
    const { messages } = await garner([...parameters, ...flags]);
    expect(messages).toContain(message);
    expect(messages.includes("It keeps the options")).toBe(message.startsWith("It keeps"));
    const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith(".md"));
    expect(files).toHaveLength(count);
  });
});

test("doctor says what works here and how to get the rest", async () => {
  const { output } = await garner(["doctor"], { variables: { DATA_DIR: join(folder, "data") } });
  expect(output).toContain(process.version);
  expect(output).toMatch(/ok {4}data /);
  expect(output).toMatch(/none {2}model .*OPENAI_API_KEY/);
});

test("keys are made, listed and revoked in Redis", async () => {
  await using redis = await startRedisServer();
  const variables = { REDIS_URL: redis.url };
  const made = await garner(["keys", "create", "acme"], { variables });
  expect(made.output).toMatch(/^[\w-]{32}\n$/);
  const [id = ""] = /key-[0-9a-f]{8}/.exec(made.messages) ?? [];
  const listed = await garner(["keys", "list"], { variables });
  expect(listed.output).toMatch(new RegExp(`^${id}  \\d{4}-\\d\\d-\\d\\d  acme\n$`));
  expect(listed.output).not.toContain(made.output.trim());
  expect(await garner(["keys", "revoke", id], { variables })).toMatchObject({ code: exitCodes.done });
  expect(await garner(["keys", "revoke", id], { variables })).toMatchObject({ code: exitCodes.failed });
  expect(await garner(["keys", "list"], { variables })).toMatchObject({ output: "" });
  const nowhere = await garner(["keys", "list"], { variables: { DATA_DIR: join(folder, "data") } });
  expect(nowhere).toMatchObject({ code: exitCodes.failed, messages: expect.stringContaining("REDIS_URL") });
});

test("usage counts what was scraped into a data folder", async () => {
  const variables = { DATA_DIR: join(folder, "data") };
  await garner(["scrape", `${site.origin}/article`], { variables });
  const { output } = await garner(["usage", "--json"], { variables });
  expect(JSON.parse(output)).toMatchObject({ credits: { periods: [{ totalCredits: 1 }] } });
});

test("work with a browser gives way to other processes, and waits for jobs until Ctrl-C", async () => {
  const program = fileURLToPath(new URL("main.ts", import.meta.url));
  const parameters = ["--conditions=source", program, "work", "--concurrency", "3", "--browser"];
  let niceness: number | undefined;
  const child = spawn(process.execPath, parameters, {
    env: { PATH: process.env["PATH"], DATA_DIR: join(folder, "data") },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close");
  child.stderr.on("data", (chunk: Buffer) => {
    if (!chunk.toString().includes("Working on")) return;
    niceness = getPriority(child.pid);
    setImmediate(() => child.kill("SIGINT"));
  });
  expect(await ended).toEqual([exitCodes.done, null]);
  expect(niceness).toBe(Math.max(15, getPriority()));
});

test.each([["-1"], ["20"], ["x"]])("a niceness of %s is refused", async (niceness) => {
  const { code, messages } = await garner(["work", "--niceness", niceness]);
  expect(code).toBe(exitCodes.usage);
  expect(messages).toContain("0 to 19");
});
