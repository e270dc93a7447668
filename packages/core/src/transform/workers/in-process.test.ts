import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, it } from "vitest";
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
  const before = usedBytes();
  const kept = [];
  for (let number = 0; number < pages; number += 1) kept.push(await contentOf(number));
  expect(usedBytes() - before).toBeLessThan((pages * pageBytes) / 4);
  expect(kept.at(-1)?.metadata.description).toBe(`A page about tea, number ${pages - 1}`);
});
