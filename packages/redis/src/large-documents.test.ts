import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testJobStore } from "@garner/testkit";
import { givenRedisUrl, startRedisServer, type RedisServer } from "@garner/testkit/site";
import type { NewJob } from "@garner/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderDocuments, redis } from "./index.ts";

let server: RedisServer | undefined;
const folder = mkdtempSync(join(tmpdir(), "garner-documents-"));
beforeAll(async () => {
  if (givenRedisUrl() === undefined) server = await startRedisServer();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const open = (prefix: string, fromBytes: number) =>
  redis({
    url: givenRedisUrl() ?? server?.url ?? "",
    prefix,
    largeDocuments: { store: folderDocuments(folder), fromBytes },
  });

describe("the job store with its documents in a folder", () =>
  testJobStore({
    setup: () => {
      const stores = open(`test-${randomUUID()}`, 1);
      return { store: stores.jobs, close: async () => await stores[Symbol.asyncDispose]() };
    },
  }));

test("only large documents are kept outside, and they go with their job", async () => {
  const prefix = `test-${randomUUID()}`;
  await using stores = open(prefix, 2000);
  const job: NewJob = {
    ...{ id: "job", kind: "batch", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
    ...{ maxConcurrency: 2, oneVisitPerLane: false, shortestDepths: false, createdAt: 0, keptForMs: 1 },
  };
  const seeds = ["a", "b"].map((key) => ({ key, url: `https://one.example/${key}`, depth: 0, lane: "one", part: "0" }));
  await stores.jobs.create(job, seeds);
  const markdowns = { a: "short", b: Array.from({ length: 1000 }, () => randomUUID()).join(" ") };
  for (const [key, markdown] of Object.entries(markdowns)) {
    const outcome = { kind: "page", document: { markdown }, credits: 1 } as const;
    await stores.jobs.complete("job", { key, id: key, at: 1, outcome, discovered: [], refused: [] });
  }
  const place = join(folder, Buffer.from(`${prefix}/job`).toString("base64url"));
  expect(readdirSync(place)).toHaveLength(1);
  const { pages } = await stores.jobs.pages("job", { skip: 0, limit: 10 });
  expect(pages).toEqual([{ markdown: markdowns.a }, { markdown: markdowns.b }]);
  await using elsewhere = redis({ url: givenRedisUrl() ?? server?.url ?? "", prefix });
  await expect(elsewhere.jobs.pages("job", { skip: 0, limit: 10 })).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("largeDocuments"),
  });
  await stores.jobs.settle("job", { state: "completed", at: 1 });
  expect(await stores.jobs.purge(10)).toEqual(["job"]);
  expect(readdirSync(folder)).not.toContain(place.slice(folder.length + 1));
});
