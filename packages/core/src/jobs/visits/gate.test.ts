import { page, send, startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine, memoryLimiter, type Limiter } from "../../index.ts";

test("a page that comes from the cache takes no turn at its host; one that is another team's does", async () => {
  await using site = await startFixtureSite({
    routes: {
      "robots.txt": (exchange) => send(exchange, "", { type: "text/plain" }),
      mine: (exchange) => send(exchange, page("Mine", "<p>A page."), { headers: { "cache-control": "private" } }),
    },
  });
  const inner = memoryLimiter();
  let turns = 0;
  const limiter: Limiter = {
    async take(...asked) {
      const offer = await inner.take(...asked);
      if (offer.waitMs === 0) turns += 1;
      return offer;
    },
    report: (...answer) => inner.report(...answer),
    giveBack: (...turn) => inner.giveBack(...turn),
  };
  const [red, blue] = ["red", "blue"].map((team) => ({ principal: { team, apiKey: team } }));
  await using engine = createEngine({ stores: { limiter }, policy: { allowPrivateNetworks: true } });
  const urls = [`${site.origin}/mine`];
  const turnsOf = async (call: typeof red) => {
    turns = 0;
    await engine.batchScrape({ urls }, call).result();
    return turns;
  };
  expect([await turnsOf(red), await turnsOf(red), await turnsOf(blue)]).toEqual([1, 0, 1]);
  expect(site.visits("/mine")).toBe(2);
});
