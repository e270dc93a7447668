import { fakeClock } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

const patient = new AbortController().signal;
const slotsOf = (count: number, mayOpen = () => true, clock = fakeClock()) =>
  createSlots({ count, mayOpen, maxWaitMs: 60_000, clock });

test("places are handed out in the order they were asked for, and no more than there are", async () => {
  const slots = slotsOf(2);
  const entered: string[] = [];
  const enter = async (name: string) => {
    const leave = await slots.take(patient);
    entered.push(name);
    return leave;
  };
  const [leaveFirst] = await Promise.all([enter("first"), enter("second")]);
  const third = enter("third");
  const fourth = enter("fourth");
  expect([entered, slots.taken()]).toEqual([["first", "second"], 2]);
  leaveFirst();
  leaveFirst();
  const leaveThird = await third;
  expect([entered, slots.taken()]).toEqual([["first", "second", "third"], 2]);
  leaveThird();
  await fourth;
  expect(entered).toEqual(["first", "second", "third", "fourth"]);
});

test("those that somebody waits for go first, and every eighth place is for the background", async () => {
  const slots = slotsOf(1);
  const entered: string[] = [];
  const pass = async (name: string, inBackground: boolean) => {
    const leave = await slots.take(patient, inBackground);
    entered.push(name);
    leave();
  };
  const leave = await slots.take(patient);
  const jobs = ["job 1", "job 2", "job 3"].map((name) => pass(name, true));
  const callers = Array.from({ length: 9 }, () => pass("caller", false));
  leave();
  await Promise.all([...jobs, ...callers]);
  // Whoever came first was the first of seven.
  const callersAtOnce = (count: number) => Array<string>(count).fill("caller");
  expect(entered).toEqual([...callersAtOnce(6), "job 1", ...callersAtOnce(3), "job 2", "job 3"]);
});

test("without room only one may enter, so that work always goes on", async () => {
  let hasRoom = false;
  const slots = slotsOf(5, () => hasRoom);
  const leave = await slots.take(patient);
  const waiting = slots.take(patient);
  expect(slots.taken()).toBe(1);
  hasRoom = true;
  leave();
  await waiting;
  expect(slots.taken()).toBe(1);
});

test("whoever gives up leaves the line", async () => {
  const slots = slotsOf(1);
  const leave = await slots.take(patient);
  const impatient = new AbortController();
  const given = expect(slots.take(impatient.signal)).rejects.toThrow("enough");
  const patientOne = slots.take(patient);
  impatient.abort(new Error("enough"));
  await given;
  leave();
  await patientOne;
  expect(slots.taken()).toBe(1);
});

test("whoever has waited for too long is sent away, and nobody else", async () => {
  const clock = fakeClock();
  const slots = slotsOf(1, undefined, clock);
  const leave = await slots.take(patient);
  const early = expect(slots.take(patient)).rejects.toMatchObject({
    code: "OVERLOADED",
    message: expect.stringContaining("`pool.maxWaitMs`"),
    details: { retryAfterMs: 60_000 },
  });
  await clock.advance(30_000);
  const late = slots.take(patient);
  await clock.advance(30_000);
  await early;
  leave();
  await late;
  expect(slots.taken()).toBe(1);
});

test("closing sends everyone away", async () => {
  const slots = slotsOf(1);
  await slots.take(patient);
  const waiting = expect(slots.take(patient)).rejects.toMatchObject({ code: "OVERLOADED" });
  slots.close();
  await waiting;
  await expect(slots.take(patient)).rejects.toMatchObject({ code: "OVERLOADED" });
});
