import { fakeClock } from "@garner/testkit/site";
import { expect, test } from "vitest";
import type { NewJob } from "../ports/job-store.ts";
import { compose } from "../composition.ts";
import { keepPace } from "./keep-pace.ts";
import { keepUp } from "./upkeep.ts";

const job: NewJob = {
  ...{ id: "job", kind: "batch", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
  ...{ maxConcurrency: 20, oneVisitPerLane: false, shortestDepths: false, createdAt: 0, keptForMs: 1000 },
};
const outcome = { kind: "page", document: {}, credits: 1 } as const;
const entries = Array.from({ length: 300 }, (_, index) => {
  return { key: `${index}`, url: `http://a.test/${index}`, depth: 0, lane: "a.test", part: "0" };
});

/** A job of which a hundred pages wait for a consumer, watched by whoever works on it. */
async function start() {
  const clock = fakeClock();
  const resources = compose({ runtime: { clock }, stores: { cache: false } });
  const { jobs } = resources;
  await jobs.create(job, entries);
  for (const { key } of entries.slice(0, 100)) {
    await jobs.complete(job.id, { key, id: key, at: 1, outcome, discovered: [], refused: [] });
  }
  const stopping = new AbortController();
  const upkeep = keepUp(resources, stopping.signal);
  let holds = 0;
  const counting: typeof jobs = {
    ...jobs,
    async setPaused(id, change) {
      // Consumers that contend without a pause would let nothing else run.
      if ((holds += 1) > 100) throw new Error("The job is held and let go time and again.");
      return await jobs.setPaused(id, change);
    },
  };
  const startPace = () => keepPace(job.id, { ...resources, jobs: counting });
  const pace = startPace();
  await clock.advance(1000);
  const end = async () => {
    stopping.abort();
    await Promise.all([upkeep, pace.stop(), clock.advance(1)]);
  };
  return { clock, jobs, pace, startPace, holds: () => holds, end };
}

test("a consumer that is behind holds its job for as long as it lives, and not much longer", async () => {
  const { clock, jobs, pace, end } = await start();
  for (let minutes = 0; minutes < 10; minutes += 1) {
    expect(await jobs.get(job.id)).toMatchObject({ paused: false, heldUntil: expect.any(Number) });
    await clock.advance(60_000);
  }
  await Promise.all([pace.stop(), clock.advance(1)]);
  await clock.advance(20_000);
  expect((await jobs.get(job.id))?.heldUntil).toBeGreaterThanOrEqual(clock.now());
  await clock.advance(20_000);
  expect((await jobs.get(job.id))?.heldUntil).toBeUndefined();
  await end();
});

test("a consumer that catches up lets its job go on, but for what its owner wants", async () => {
  const { clock, jobs, pace, end } = await start();
  await jobs.setPaused(job.id, { paused: true });
  for (let taken = 0; taken < 80; taken += 1) pace.pageTaken();
  await clock.advance(1000);
  const after = await jobs.get(job.id);
  expect(after).toMatchObject({ paused: true });
  expect(after?.heldUntil).toBeUndefined();
  await end();
});

test("of several consumers the slowest holds their job, and those that keep up let it go once that one is gone", async () => {
  const { clock, jobs, pace: slow, startPace, holds, end } = await start();
  const fast = startPace();
  for (let taken = 0; taken < 100; taken += 1) fast.pageTaken();
  await clock.advance(5000);
  expect(await jobs.get(job.id)).toMatchObject({ heldUntil: expect.any(Number) });
  expect(holds()).toBe(1);
  await Promise.all([slow.stop(), clock.advance(1)]);
  await clock.advance(20_000);
  expect((await jobs.get(job.id))?.heldUntil).toBeUndefined();
  await Promise.all([fast.stop(), end()]);
});
