import { page, send, startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine, memoryLedger, memoryScrapeStore } from "../index.ts";

test("a scrape is kept and charged in one step of the stores: neither waits for the other", async () => {
  await using site = await startFixtureSite({
    routes: { quay: (exchange) => send(exchange, page("Quay", "<p>Ships.")) },
  });
  const [kept, charged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [scrapes, ledger] = [memoryScrapeStore(), memoryLedger()];
  await using engine = createEngine({
    policy: { allowPrivateNetworks: true },
    stores: {
      scrapes: {
        ...scrapes,
        async keep(...scrape) {
          kept.resolve();
          await charged.promise;
          await scrapes.keep(...scrape);
        },
      },
      ledger: {
        ...ledger,
        async charge(charge) {
          charged.resolve();
          await kept.promise;
          await ledger.charge(charge);
        },
      },
    },
  });
  const { metadata } = await engine.scrape({ url: `${site.origin}/quay` });
  expect(await engine.getScrape({ id: metadata.scrapeId ?? "" })).toMatchObject({ metadata });
  const { periods } = await engine.usage.credits({});
  expect(periods.map(({ totalCredits }) => totalCredits)).toEqual([1]);
});
