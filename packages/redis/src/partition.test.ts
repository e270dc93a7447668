import { startRedisServer } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOtherMachine, type OtherMachine } from "../test/other-machine.ts";
import { openPlant, slowTree } from "../test/plant.ts";

/** `faults.test.ts` has the same with a proxy in between, where namespaces are not allowed. */
const machine = openOtherMachine();
afterAll(() => machine?.[Symbol.dispose]());

const minutes = { timeout: 120_000 };

describe.skipIf(machine === undefined)("a network that is really cut", () => {
  let other: OtherMachine;
  beforeAll(() => {
    if (machine !== undefined) other = machine;
  });

  test("leaves a worker's pages to the others, and takes it back when it heals", minutes, async () => {
    await using server = await startRedisServer({ isDurable: true, host: other.here });
    await using plant = openPlant(server.url);
    await using site = await slowTree(120, 30);
    const origin = `http://${other.here}:${new URL(site.origin).port}`;
    await Promise.all([plant.startWorker(), plant.startWorker({ within: other.within })]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${origin}/`, sitemap: "skip" });
    await plant.until(id, ({ completed }) => completed >= 30);
    other.unplug();
    await plant.until(id, ({ completed }) => completed >= 100);
    other.plugIn();
    await plant.expectWhole(id, 120);
    expect(new Set(site.requests.map(({ userAgent }) => userAgent)).size).toBe(2);
  });

  test("keeps everybody from Redis for a while: callers are told, and nothing is lost", minutes, async () => {
    await using server = await startRedisServer({ isDurable: true, host: other.there, within: other.within });
    await using plant = openPlant(server.url);
    await using site = await slowTree(60, 20);
    await Promise.all([plant.startWorker(), plant.startWorker()]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await plant.until(id, ({ completed }) => completed >= 20);
    other.unplug();
    const unavailable = { code: "STORE_UNAVAILABLE", retryable: true };
    await expect(plant.engine.jobs.get({ id })).rejects.toMatchObject(unavailable);
    await expect(plant.engine.jobs.startCrawl({ url: `${site.origin}/` })).rejects.toMatchObject(unavailable);
    other.plugIn();
    await plant.expectWhole(id, 60);
  });
});
