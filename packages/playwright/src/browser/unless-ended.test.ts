import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { unlessEnded } from "./unless-ended.ts";

test("work that ends first gives its result, and an end that comes first its reason", async () => {
  const ending = new AbortController();
  expect(await unlessEnded(Promise.resolve("page"), ending.signal)).toBe("page");
  const waiting = unlessEnded(new Promise(() => undefined), ending.signal);
  ending.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  await expect(unlessEnded(new Promise(() => undefined), ending.signal)).rejects.toThrow("gone");
});

test("results are held by nobody but who asked for them, however long the end takes to come", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const ending = new AbortController();
  const work = async (): Promise<WeakRef<object>> => {
    const result = await unlessEnded(Promise.resolve({ body: "page" }), ending.signal);
    return new WeakRef(result);
  };
  const result = await work();
  await setImmediate();
  collect();
  expect(result.deref()).toBeUndefined();
  ending.abort();
});
