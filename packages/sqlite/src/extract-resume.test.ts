import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, systemClock } from "@garner/core";
import { shopProducts, shopRoutes, startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { sqlite } from "./index.ts";

test("an extraction that was interrupted goes on where it was, in another process's engine", async () => {
  const folder = await mkdtemp(join(tmpdir(), "garner-extract-"));
  const file = join(folder, "garner.sqlite");
  const products = shopProducts.slice(0, 6);
  const shop = shopRoutes();
  let left = 3;
  const waiting = Promise.withResolvers<void>();
  await using site = await startFixtureSite({
    routes: {
      ...shop,
      product(exchange) {
        // The fourth page is never answered while the first engine lives.
        if (left > 0) {
          left -= 1;
          return shop["product"]?.(exchange);
        }
        return waiting.resolve();
      },
    },
  });
  const config = {
    policy: { allowPrivateNetworks: true, maxConcurrency: 1 },
    network: { politeness: { startRate: 1000 } },
  } as const;
  const item = { type: "object", properties: { name: { type: "string" }, sku: { type: "string" } } };
  const schema = { type: "object", properties: { product: { type: "array", items: item } } };
  const urls = products.map(({ path }) => site.origin + path);
  const id = await (async () => {
    await using stores = sqlite({ file });
    await using engine = createEngine({ ...config, stores });
    const started = await engine.jobs.startExtract({ urls, schema, showSources: true });
    await waiting.promise;
    return started.id;
  })();
  left = Infinity;
  await using stores = sqlite({ file });
  await using engine = createEngine({ ...config, stores });
  await using _ = engine.jobs.work();
  let status = await engine.jobs.getExtract({ id });
  for (let look = 0; look < 1000 && status.status === "processing"; look += 1) {
    await systemClock.sleep(20);
    status = await engine.jobs.getExtract({ id });
  }
  expect(status).toMatchObject({ status: "completed", completed: 6, total: 6 });
  const { product } = status.data as { product: readonly { sku: string }[] };
  expect(product.map(({ sku }) => sku).toSorted()).toEqual(products.map(({ sku }) => sku).toSorted());
  for (const { path } of products.slice(0, 3)) expect(site.visits(path)).toBe(1);
  await rm(folder, { recursive: true });
});
