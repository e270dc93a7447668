import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "@garner/core";
import { page, send, startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { sqlite } from "./index.ts";

test("what was scraped is found, and its last version known, after a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "garner-index-"));
  await using site = await startFixtureSite({
    routes: {
      price: (visit) =>
        send(visit, page("Prices", `<p>A ticket to the lighthouse costs $${visit.visitsBefore === 0 ? 19 : 91}.</p>`)),
    },
  });
  const visit = async () => {
    await using stores = sqlite({ file: join(folder, "garner.sqlite") });
    await using engine = createEngine({ ...stores, policy: { allowPrivateNetworks: true } });
    const found = await engine.search({ query: "lighthouse ticket" });
    const formats = ["markdown" as const, { type: "changeTracking" as const, modes: ["git-diff" as const] }];
    const { changeTracking } = await engine.scrape({ url: `${site.origin}/price`, formats });
    return { found: found.results.web?.map(({ title }) => title), changeTracking };
  };
  expect(await visit()).toMatchObject({ found: [], changeTracking: { changeStatus: "new" } });
  expect(await visit()).toMatchObject({
    found: ["Prices"],
    changeTracking: { changeStatus: "changed", diff: expect.stringContaining("costs $91") },
  });
  await rm(folder, { recursive: true });
});
