import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCrawlSite, startFixtureSite, type FixtureSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, launchServer, startServerProcess, type Answered } from "../test/server-process.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "garner-server-"));
let site: FixtureSite;

beforeAll(async () => {
  site = await startFixtureSite();
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(dataFolder, { recursive: true });
});

describe("the standalone server", () => {
  test("says where it listens and what to try, answers just that, and logs it", async () => {
    const server = await start();
    await server.logged((line) => line["level"] === 40 && String(line["msg"]).includes("bypassed"));
    expect(server.lines.join("\n")).toContain(`curl -X POST ${server.url}/v2/scrape`);
    expect(await (await fetch(`${server.url}/test`)).text()).toContain("Hello");

    const answer = await scrape(server.url, { url: `${site.origin}/article` });
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveProperty("data.markdown", expect.stringContaining("built in 1871"));

    await scrape(server.url, { url: "" }, { "x-request-id": "probe-1" });
    const line = await server.logged((entry) => entry["requestId"] === "probe-1");
    expect(line).toMatchObject({
      method: "POST",
      path: "/v2/scrape",
      status: 400,
      team: "bypass",
      errorCode: "BAD_REQUEST",
      durationMs: expect.any(Number),
    });
  });

  test.each([
    [["--help"], 0, /^$/],
    [["move-to-rediss"], 2, /does not know `move-to-rediss`[^]*move-to-redis /],
    [["--port", "99"], 2, /does not know `--port 99`[^]*environment variables/],
  ])("takes no arguments but its commands: %j", async (parameters, code, complaint) => {
    const server = launchServer({ variables: {}, parameters });
    expect(await server.exitCode).toBe(code);
    expect(server.complaints()).toMatch(complaint);
    expect(server.lines.join()).not.toContain("listens");
  });

  test("names the variable of a language that it has no data for", async () => {
    const server = launchServer({ variables: { DATA_DIR: join(dataFolder, "ocr"), OCR_LANGUAGES: "eng,xyz" } });
    expect(await server.exitCode).toBe(1);
    expect(server.complaints()).toMatch(/OCR_LANGUAGES: .*"xyz".*Install `@tesseract.js-data\/xyz`/);
  });

  test("says what it has, what it lacks, and which variables are not what they seem", async () => {
    const folder = join(dataFolder, "report");
    const variables = { DATA_DIR: folder, SERPER_API_KEY: "s", OLLAMA_BASE_URL: "http://127.0.0.1:9", TAVILY_KEY: "t" };
    const server = await start({ ...variables, ALLOW_PRIVATE_NETWORKS: "127.0.0.1, wiki.example" });
    const output = server.lines.join("\n");
    expect(output).toMatch(new RegExp(`^  data +${folder} \\(new\\)$`, "m"));
    expect(output).toMatch(/^ {2}browser +\S/m);
    expect(output).toMatch(/^ {2}model +llama3\.1 \(ollama/m);
    expect(output).toMatch(/^ {2}search +Serper$/m);
    expect(output).toMatch(/^ {2}authentication +none/m);
    expect(output).toMatch(/^ {2}private networks +out of reach but for 127\.0\.0\.1, wiki\.example$/m);
    await server.logged((line) => line["variable"] === "TAVILY_KEY" && line["level"] === 40);
    server.child.kill("SIGTERM");
    await server.exitCode;

    const next = await start({ DATA_DIR: folder, USE_DB_AUTHENTICATION: "true", API_KEYS: "a:b,c:d" });
    const again = next.lines.join("\n");
    expect(again).toMatch(/^ {2}data +\S+ \([\d.]+ MB, 0 unfinished jobs\)$/m);
    expect(again).toMatch(/^ {2}model +none: set OPENAI_API_KEY/m);
    expect(again).toMatch(/^ {2}authentication +by API key \(2 keys\)$/m);
  });

  test("does not start on a database that it can't trust, and names its folder and the way out", async () => {
    const folder = join(dataFolder, "broken");
    mkdirSync(folder);
    writeFileSync(join(folder, "garner.sqlite"), "not a database ".repeat(100));
    const { exitCode, complaints } = launch({ DATA_DIR: folder });
    expect(await exitCode).toBe(1);
    expect(complaints()).toMatch(
      /^DATA_DIR: .*broken\/garner\.sqlite is not a database of Garner: it is none\. Name another place, or move/,
    );
    expect(complaints()).not.toContain("    at ");
  });

  test("asks for a key when it is told to", async () => {
    const server = await start({ USE_DB_AUTHENTICATION: "true", API_KEYS: "acme:fc-secret,other" });
    expect((await scrape(server.url, { url: `${site.origin}/article` })).status).toBe(401);
    const authorization = "Bearer fc-secret";
    expect((await scrape(server.url, { url: `${site.origin}/article` }, { authorization })).status).toBe(200);
  });

  test("is no target of its own, whatever it may reach", async () => {
    const server = await start({ ALLOW_PRIVATE_NETWORKS: "true", HOST: "0.0.0.0" });
    const { port } = new URL(server.url);
    for (const host of ["127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433"]) {
      const answer = await scrape(server.url, { url: `http://${host}:${port}/test` });
      expect(answer.body, host).toMatchObject({ success: false, code: "URL_BLOCKED" });
    }
    expect((await scrape(server.url, { url: `${site.origin}/article` })).status).toBe(200);
  });

  test("is out of reach for the scripts of the pages that it scrapes", async () => {
    const server = await start({ ALLOW_PRIVATE_NETWORKS: "true" });
    const script = `fetch("${server.url}/v2/map", { method: "POST", mode: "no-cors" })
      .then(() => "reached", () => "refused").then((end) => { document.querySelector("h1").id = end; });`;
    await using hostile = await startCrawlSite({ "/": { body: `<script>${script}</script>` } });
    const request = { url: `${hostile.origin}/`, waitFor: 1000, formats: ["rawHtml"], timeout: 60_000 };
    const answer = await scrape(server.url, request);
    expect(answer.body).toHaveProperty("data.rawHtml", expect.stringContaining('<h1 id="refused">'));
    expect(server.lines.filter((line) => line.includes('"/v2/map"'))).toEqual([]);
  });

  test("is kept from pages of strangers, and from names that are not its own", async () => {
    const server = await start({ ALLOWED_ORIGINS: "https://friend.example", ALLOWED_HOSTS: "box" });
    const article = { url: `${site.origin}/article` };
    expect((await scrape(server.url, article, { origin: "https://stranger.example" })).status).toBe(403);
    expect((await scrape(server.url, article, { origin: "https://friend.example" })).status).toBe(200);
    const friend = await fetch(`${server.url}/test`, { headers: { origin: "https://friend.example" } });
    expect(friend.headers.get("access-control-allow-origin")).toBe("https://friend.example");
    const statusFor = async (host: string) => {
      const [answer] = (await once(get(`${server.url}/test`, { headers: { host } }), "response")) as [IncomingMessage];
      return answer.resume().statusCode;
    };
    expect(await statusFor("rebound.example")).toBe(403);
    expect(await statusFor("box:3002")).toBe(200);
  });

  test("hides secrets of URLs in its log", async () => {
    const server = await start({ LOG_LEVEL: "debug" });
    const { host } = new URL(site.origin);
    const url = `http://alice:hunter2@${host}/echo?token=s3cr3t`;
    await scrape(server.url, { url, maxAge: 0 });
    await scrape(server.url, { url: url.replace(host, "10.0.0.1") });
    await server.logged((line) => line["errorCode"] === "URL_BLOCKED");
    const log = server.lines.join("\n");
    expect(log).toContain(`${host}/echo?token=***`);
    expect(log).not.toMatch(/hunter2|alice|s3cr3t/);
  });

  test("does not reach private addresses unless it is told to", async () => {
    const server = await start({ ALLOW_PRIVATE_NETWORKS: "" });
    const answer = await scrape(server.url, { url: `${site.origin}/article` });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ success: false, code: "URL_BLOCKED" });
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "on %s finishes what is in flight, refuses new work, and ends",
    async (signal) => {
      const server = await start();
      const inFlight = scrape(server.url, { url: `${site.origin}/slow?ms=1500&by=${signal}` });
      await site.visited(`/slow?ms=1500&by=${signal}`);
      server.child.kill(signal);
      await server.logged((line) => line["msg"] === "stopping");
      await expect(fetch(`${server.url}/test`)).rejects.toThrow();
      const answer = await inFlight;
      expect(answer.status).toBe(200);
      expect(answer.body).toHaveProperty("data.markdown", expect.stringContaining("Here at last"));
      expect(await server.exitCode).toBe(0);
    },
  );

  test("takes the same signal twice in a row for one", async () => {
    const server = await start();
    const inFlight = scrape(server.url, { url: `${site.origin}/slow?ms=1000` });
    await site.visited("/slow?ms=1000");
    server.child.kill("SIGTERM");
    server.child.kill("SIGTERM");
    expect((await inFlight).status).toBe(200);
    expect(await server.exitCode).toBe(0);
  });

  test("does not start in a bad environment, and says why without a stack trace", async () => {
    const { exitCode, complaints } = launch({ PORT: "70000" });
    expect(await exitCode).toBe(1);
    expect(complaints()).toContain("PORT: ");
    expect(complaints()).not.toContain("    at ");
  });

  test("says plainly that a port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const { exitCode, complaints } = launch({ PORT: port });
    expect(await exitCode).toBe(1);
    expect(complaints()).toContain(port);
    expect(complaints()).not.toContain("    at ");
    other.close();
  });

  test("says plainly that it cannot listen on a host", async () => {
    const { exitCode, complaints } = launch({ HOST: "203.0.113.7" });
    expect(await exitCode).toBe(1);
    expect(complaints()).toContain("203.0.113.7");
  });
});

/** The server with these variables and the folder of this file. */
const withFolder = (variables: Readonly<Record<string, string>>) => ({
  variables: { DATA_DIR: dataFolder, ...variables },
});
const launch = (variables: Readonly<Record<string, string>>) => launchServer(withFolder(variables));
const start = (variables: Readonly<Record<string, string>> = {}) => startServerProcess(withFolder(variables));

function scrape(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return ask(`${url}/v2/scrape`, body, headers);
}
