import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine } from "@garner/core";
import { createHandler, noAuthentication, toNodeListener, type ApiDocs } from "@garner/http";
import { playwright } from "@garner/playwright";
import { expect, test } from "vitest";
import { apiDocs } from "../src/index.ts";

const basePath = "/api/garner";

async function serve(docs?: ApiDocs) {
  const engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const authenticate = noAuthentication(() => {});
  const listener = toNodeListener(createHandler(engine, { authenticate, basePath, docs }));
  const server = createServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await engine[Symbol.asyncDispose]();
    },
  };
}

test("a browser shows every operation, and loads it from this server alone", async () => {
  await using served = await serve(apiDocs());
  await using looking = createEngine({ policy: { allowPrivateNetworks: true }, sources: [playwright()] });
  const { actions } = await looking.scrape({
    url: `${served.url}/docs`,
    formats: ["rawHtml"],
    blockAds: false,
    timeout: 100_000,
    actions: [
      { type: "wait", selector: "#operations-Service-live" },
      { type: "executeJavascript", script: `document.querySelectorAll(".opblock").length` },
      {
        type: "executeJavascript",
        script: `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => !name.startsWith("data:"))`,
      },
    ],
  });
  const [operations, loaded] = (actions?.javascriptReturns ?? []).map(({ value }) => value);
  expect(operations).toBeGreaterThan(50);
  const files = ["docs/swagger-ui.css", "docs/swagger-ui-bundle.js", "docs/start.js", "openapi.json"];
  expect(new Set(loaded as string[])).toEqual(new Set(files.map((file) => `${served.url}/${file}`)));
});

test("files that are not part of the page are not there", async () => {
  await using served = await serve(apiDocs());
  for (const file of ["LICENSE", "..%2Findex.ts", "toString"])
    expect((await fetch(`${served.url}/docs/${file}`)).status).toBe(404);
  expect((await fetch(`${served.url}/docs/`)).headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("without the package, the address says how to have it", async () => {
  await using served = await serve();
  const answer = await fetch(`${served.url}/docs`);
  expect(answer.status).toBe(404);
  const { error } = (await answer.json()) as { readonly error: string };
  expect(error).toContain("@garner/api-docs");
  expect(error).toContain(`${served.url}/openapi.json`);
});
