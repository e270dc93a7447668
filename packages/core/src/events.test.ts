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
