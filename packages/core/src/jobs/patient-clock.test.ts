import { fakeClock } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { patientClock } from "./patient-clock.ts";

test("a deadline leaves out what was waited since it was set, also while the waiting goes on", async () => {
  const clock = fakeClock();
  const begin = clock.now();
  let waitingUntil = begin;
  const waitedMs = () => 5 + Math.min(clock.now(), waitingUntil) - begin;
  const plain = patientClock(clock, () => 5).deadline(100);
  waitingUntil = begin + 250;
  const patient = patientClock(clock, waitedMs).deadline(100);
  await clock.advance(100);
  expect([plain.aborted, patient.aborted]).toEqual([true, false]);
  await clock.advance(249);
  expect(patient.aborted).toBe(false);
  await clock.advance(1);
  expect(patient.aborted).toBe(true);
});
