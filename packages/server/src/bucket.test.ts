import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startCrawlSite, startRedisServer } from "@garner/testkit/site";
import S3rver from "s3rver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, launchServer, startServerProcess } from "../test/server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-bucket-"));
let bucket: S3rver;
let variables: Readonly<Record<string, string>>;
beforeAll(async () => {
  const configureBuckets = [{ name: "garner", configs: [] }];
  bucket = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory: folder, configureBuckets });
  const { port } = await bucket.run();
  const keys = { S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" };
  variables = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: "garner", ...keys };
});
afterAll(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true });
});

const stored = () => readdirSync(join(folder, "garner"), { recursive: true }).map(String);

test(
  "a server with a bucket keeps screenshots there, and large pages of the jobs in Redis",
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedisServer();
    const body = Array.from({ length: 4000 }, () => randomUUID()).join(" "); // which can't be compressed to less
    await using site = await startCrawlSite((path) => (path === "/" ? { body } : undefined));
    const server = await startServerProcess({ variables: { ...variables, REDIS_URL: redis.url } });

    const shot = await ask(`${server.url}/v2/scrape`, { url: `${site.origin}/`, formats: ["screenshot"] });
    const { screenshot } = shot.body["data"] as { readonly screenshot: string };
    expect(screenshot).toMatch(/^http:.*X-Amz-Signature=/);
    expect((await fetch(screenshot)).headers.get("content-type")).toBe("image/png");

    const { body: started } = await ask(`${server.url}/v2/batch/scrape`, { urls: [`${site.origin}/`] });
    const status = async (at: string) => await ask(`${at}/v2/batch/scrape/${String(started["id"])}`);
    while ((await status(server.url)).body["status"] === "scraping") await sleep(20);
    expect(stored().some((name) => name.startsWith("documents/"))).toBe(true);
    const [page] = (await status(server.url)).body["data"] as readonly { readonly markdown: string }[];
    expect(page?.markdown).toContain(body.slice(-100));

    const without = await startServerProcess({ variables: { REDIS_URL: redis.url } });
    const refused = await status(without.url);
    expect(refused).toMatchObject({ status: 503, body: { code: "STORE_UNAVAILABLE" } });
  },
);

test("half a bucket is refused, and what is missing named", async () => {
  const { exitCode, complaints } = launchServer({
    variables: { S3_BUCKET: "garner", S3_ENDPOINT: "http://127.0.0.1:9" },
  });
  expect(await exitCode).toBe(1);
  expect(complaints()).toContain("S3_ENDPOINT: A bucket needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.");
});
