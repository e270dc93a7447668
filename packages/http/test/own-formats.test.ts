import { createEngine, defineFormat } from "@garner/core";
import { startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { z } from "zod";
import { createHandler } from "../src/index.ts";
import { noAuthentication } from "../src/access/auth.ts";

const words = defineFormat({
  name: "words",
  schema: z.int(),
  render: ({ markdown }) => markdown.split(/\s+/).length,
});

test("a format of the host's is asked for by its name, beside those that list and cut", async () => {
  await using site = await startFixtureSite();
  await using engine = createEngine({ policy: { allowPrivateNetworks: true }, content: { formats: [words] } });
  const handler = createHandler(engine, { authenticate: noAuthentication(() => {}) });
  const scrape = async (formats: readonly unknown[]) => {
    const body = JSON.stringify({ url: `${site.origin}/article`, formats });
    const headers = { "content-type": "application/json" };
    const answer = await handler(new Request("http://localhost/v2/scrape", { method: "POST", headers, body }));
    return { status: answer.status, body: (await answer.json()) as { data: Record<string, unknown>; error: string } };
  };
  const { data } = (await scrape(["words", "images", { type: "markdown", maxTokens: 50 }, "chunks"])).body;
  expect(data["words"]).toBeGreaterThan(50);
  expect(data["images"]).toBeInstanceOf(Array);
  expect(data["nextCursor"]).toMatch(/^\d+$/);
  expect((data["chunks"] as unknown[]).length).toBeGreaterThan(0);
  const attributes = { type: "attributes", selectors: [{ selector: "h1", attribute: "id" }] };
  expect((await scrape([attributes])).body.data["attributes"]).toMatchObject([{ selector: "h1", attribute: "id" }]);
  for (const formats of [["word"], [{ type: "custom", name: "word" }], [{ type: "words", option: 1 }]])
    expect(await scrape(formats)).toMatchObject({ status: 400, body: { code: "BAD_REQUEST" } });
});

test("files, jobs and the older version know it too", async () => {
  await using site = await startFixtureSite();
  await using engine = createEngine({ policy: { allowPrivateNetworks: true }, content: { formats: [words] } });
  const handler = createHandler(engine, { authenticate: noAuthentication(() => {}) });
  const post = async (path: string, sent: object) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(sent);
    const answer = await handler(new Request(`http://localhost${path}`, { method: "POST", headers, body }));
    return { status: answer.status, body: (await answer.json()) as { data: unknown; error?: string; id: string } };
  };
  const file = { name: "kites.html", base64: Buffer.from("<p>Three short words.</p>").toString("base64") };
  expect((await post("/v2/parse", { file, formats: ["words"] })).body.data).toMatchObject({ words: 3 });
  const url = `${site.origin}/article`;
  expect((await post("/v1/scrape", { url, formats: ["words"] })).body.data).toMatchObject({
    words: expect.any(Number),
  });
  const { id } = (await post("/v2/batch/scrape", { urls: [url], formats: ["words"] })).body;
  expect((await engine.jobs.attach(id).result()).pages).toMatchObject([{ words: expect.any(Number) }]);

  for (const [path, sent] of [
    ["/v1/scrape", { url, formats: ["word"] }],
    ["/v2/parse", { file, formats: ["word"] }],
  ] as const) {
    const { status, body } = await post(path, sent);
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining('not "word"') });
    expect(body.error).not.toContain("custom");
  }
});
