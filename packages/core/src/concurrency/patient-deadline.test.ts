import { fakeClock } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { patientDeadline } from "./patient-deadline.ts";

test("a deadline leaves out what was waited since it was set, also while the waiting goes on", async () => {
  const clock = fakeClock();
  const begin = clock.now();
  let waitingUntil = begin;
  const waitedMs = () => 5 + Math.min(clock.now(), waitingUntil) - begin;
  const plain = patientDeadline(clock, 100, () => 5);
  waitingUntil = begin + 250;
  const patient = patientDeadline(clock, 100, waitedMs);
  await clock.advance(100);
  expect([plain.signal.aborted, patient.signal.aborted]).toEqual([true, false]);
  await clock.advance(249);
  expect(patient.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(patient.signal.aborted).toBe(true);
});

test("a deadline that nobody waits for any more does not fire", async () => {
  const clock = fakeClock();
  const deadline = patientDeadline(clock, 100, () => 0);
  deadline[Symbol.dispose]();
  await clock.advance(200);
  expect(deadline.signal.aborted).toBe(false);
});
