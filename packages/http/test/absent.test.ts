import { readFileSync } from "node:fs";
import { createEngine } from "@garner/core";
import { afterAll, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

const engine = createEngine();
afterAll(() => engine[Symbol.asyncDispose]());
const handler = createHandler(engine, { authenticate: noAuthentication(() => {}) });

/** Every address that is written down in a published client. */
function addressesOf(packageName: string): readonly string[] {
  const code = readFileSync(new URL(`../node_modules/${packageName}/dist/index.js`, import.meta.url), "utf8");
  const found = [...code.matchAll(/["'`](?:\$\{this\.apiUrl\})?(\/v[12]\/[^"'`?]*)/g)].map(([, path = ""]) => path);
  // What follows the last segment without a slash is a query string.
  return [...new Set(found.map((path) => path.replace(/([^/])\$\{.*$/, "$1").replaceAll(/\$\{[^}]*\}+/g, "some-id")))];
}

test.each(["firecrawl", "firecrawl-4.3", "firecrawl-3.2"])(
  "an address of %s is here, or a sentence says what there is instead",
  async (packageName) => {
    const addresses = addressesOf(packageName);
    expect(addresses.length).toBeGreaterThan(15);
    const absences: unknown[] = [];
    for (const path of addresses) {
      // No address answers this, so what is asked here has no effect.
      const answer = await handler(new Request(`http://127.0.0.1${path}`, { method: "PUT" }));
      const { error } = (await answer.json()) as { error: string };
      if (answer.status !== 405) absences.push({ status: answer.status, error });
    }
    const sentence = { status: 404, error: expect.stringMatching(/is not here: ./) };
    expect(absences).toEqual(absences.map(() => sentence));
  },
);

test.each(["branding", "product", "menu", "audio", "video", "rawBase64", "deterministicJson"])(
  "the format %s is refused in words",
  async (format) => {
    for (const formats of [[format], [{ type: format }]]) {
      const body = JSON.stringify({ url: "https://a.example/", formats });
      const headers = { "content-type": "application/json" };
      const answer = await handler(new Request("http://127.0.0.1/v2/scrape", { method: "POST", headers, body }));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: expect.stringContaining(`\`${format}\` is not available here`),
      });
    }
  },
);
