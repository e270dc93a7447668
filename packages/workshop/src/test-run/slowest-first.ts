import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files that take more than a minute, as they wait for browsers and processes, in the order in which they begin. */
const slowest = [
  "playwright/src/capture/attacks",
  "cli/src/run",
  "redis/src/adapters",
  "redis/src/processes",
  "cli/src/processes",
  "playwright/src/actions/actions",
  "workshop/test/packing",
].map((name) => `/packages/${name}.test.ts`);

function placeOf({ moduleId }: TestSpecification): number {
  const place = slowest.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? slowest.length : place;
}

/** Begins with what takes longest, so that the run does not end with one worker at work and the others waiting. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
