import { startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine, type EngineEvent } from "./index.ts";

test.each([
  [{}, "***"],
  [{ showsQueryValues: true }, "t0k3n"],
])("with %j, URLs in events show %s for the value of a query parameter, and never a password", async (more, shown) => {
  await using site = await startFixtureSite();
  const events: EngineEvent[] = [];
  const policy = { allowPrivateNetworks: true, ...more };
  await using engine = createEngine({ policy, runtime: { onEvent: (event) => events.push(event) } });
  const path = "/article?token=t0k3n";
  await engine.scrape({ url: `${site.origin}${path}` });
  await engine.scrape({ url: `${site.origin}${path}` });
  await engine.scrape({ url: `${site.origin.replace("://", "://alice:s3cret@")}${path}` });
  const url = `${site.origin}/article?token=${shown}`;
  expect(events).toMatchObject([
    { type: "capture-end", url },
    { type: "cache-hit", url },
    { type: "capture-end", url },
  ]);
  expect(site.requests.at(-1)?.headers["authorization"]).toMatch(/^Basic /);
});

test.each([
  ["throws", () => thrown()],
  ["rejects", async () => thrown()],
])("work goes on when the listener %s, and the process is warned once", async (_, onEvent) => {
  await using site = await startFixtureSite();
  const warnings: Error[] = [];
  const notice = (warning: Error) => warnings.push(warning);
  process.on("warning", notice);
  await using engine = createEngine({ policy: { allowPrivateNetworks: true }, runtime: { onEvent } });
  const page = await engine.scrape(`${site.origin}/article`);
  const { status } = await engine.batchScrape([`${site.origin}/article`]).result();
  // Warnings are told on a later turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", notice);
  expect([page.metadata.statusCode, status]).toEqual([200, "completed"]);
  expect(warnings).toMatchObject([{ name: "GarnerWarning", code: "GARNER_CALLBACK" }]);
  expect(warnings[0]?.message).toMatch(/^`runtime.onEvent` failed: Error: the disk is full/);
});

function thrown(): never {
  throw new Error("the disk is full");
}
