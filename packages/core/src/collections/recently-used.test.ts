import * as fc from "fast-check";
import { expect, test } from "vitest";
import { recentlyUsed } from "./recently-used.ts";

test("what was used least recently is pushed out", () => {
  const forgotten: string[] = [];
  const map = recentlyUsed<string>({ maxSize: 2, onForget: (value, key) => forgotten.push(`${key}=${value}`) });
  map.set("a", "1");
  map.set("b", "2");
  expect(map.get("a")).toBe("1");
  expect(map.peek("b")).toBe("2");
  map.set("c", "3");
  expect([...map.values()]).toEqual(["1", "3"]);
  map.set("a", "4");
  expect(map.delete("c")).toBe(true);
  expect(map.delete("c")).toBe(false);
  expect(forgotten).toEqual(["b=2", "a=1", "c=3"]);
  map.clear();
  expect(map.has("a")).toBe(false);
});

test("a value larger than the whole is not kept, nor is the one before it", () => {
  const map = recentlyUsed<string>({ maxSize: 5, sizeOf: (text) => text.length });
  map.set("a", "12");
  map.set("b", "34");
  map.set("a", "123456");
  expect([...map.values()]).toEqual(["34"]);
});

test("it never holds more than it may, and what it holds is what was set last", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d", "e"), value: fc.nat(12), isRead: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const map = recentlyUsed<number>({ maxSize: 20, sizeOf: (value) => value });
      const last = new Map<string, number>();
      for (const { key, value, isRead } of steps) {
        if (!isRead) {
          map.set(key, value);
          last.set(key, value);
        }
        expect([last.get(key), undefined]).toContain(map.get(key));
        expect(isRead || map.has(key)).toBe(true);
        expect([...map.values()].reduce((sum, held) => sum + held, 0)).toBeLessThanOrEqual(20);
        for (const [name, expected] of last) expect([undefined, expected]).toContain(map.peek(name));
      }
    }),
  );
});
