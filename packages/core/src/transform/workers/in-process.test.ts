import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, it } from "vitest";
import { systemClock } from "../../memory/system-clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { inProcessTransformer } from "./in-process.ts";

it("keeps nothing of a page alive but what it hands over", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const usedBytes = (): number => (collectGarbage(), process.memoryUsage().heapUsed);
  const pageBytes = 1_000_000;
  const pages = 60;
  const transformer = inProcessTransformer();
  const contentOf = (number: number): ReturnType<typeof transformer.transform> =>
    transformer.transform(
      captureOf(
        `<title>Tea</title><meta name="description" content="A page about tea, number ${number}"><p>Steep it for three minutes.<!--${"-".repeat(pageBytes)}-->`,
      ),
      transformOptions(),
      new AbortController().signal,
    );
  await contentOf(0); // loads what reads pages
  const before = usedBytes();
  const kept = [];
  for (let number = 0; number < pages; number += 1) kept.push(await contentOf(number));
  expect(usedBytes() - before).toBeLessThan((pages * pageBytes) / 4);
  expect(kept.at(-1)?.metadata.description).toBe(`A page about tea, number ${pages - 1}`);
});

/** Every look at it shows that much time has passed. */
const hurried = (): Clock => {
  let elapsedMs = 0;
  return { ...systemClock, monotonic: () => (elapsedMs += 1000) };
};
const page = captureOf(`<title>Tea</title><main><h1>Tea</h1>${"<p>Steep it for three minutes.</p>".repeat(20)}</main>`);

it("lets others have their turn of the event loop between the steps of a page", async () => {
  let turns = 0;
  let isRead = false;
  const count = (): void => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  await inProcessTransformer({ clock: hurried() }).transform(page, transformOptions(), new AbortController().signal);
  isRead = true;
  expect(turns).toBeGreaterThan(8);
});

it("reads a page no further once its caller has given up, and goes on with others", async () => {
  const transformer = inProcessTransformer({ clock: hurried() });
  const caller = new AbortController();
  const given = transformer.transform(page, transformOptions(), caller.signal);
  const other = transformer.transform(page, transformOptions(), new AbortController().signal);
  setImmediate(() => caller.abort());
  await expect(given).rejects.toMatchObject({ code: "ABORTED" });
  expect((await other).markdown).toContain("# Tea");
});
