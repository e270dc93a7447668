import fc from "fast-check";
import { expect, test } from "vitest";
import { placeIn } from "./countries.ts";

test.each([
  ["DE", ["de-DE", "de", "en"], "Europe/Berlin"],
  ["US", ["en-US", "en"], "America/New_York"],
  ["IN", ["hi-IN", "hi", "en"], "Asia/Kolkata"],
  ["JP", ["ja-JP", "ja", "en"], "Asia/Tokyo"],
])("a browser in %s", (country, languages, timezone) => {
  const place = placeIn(country, []);
  expect(place.languages).toEqual(languages);
  // Some zones have an older name that means the same.
  const canonical = (name: string | undefined) => new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  expect(canonical(place.timezone).timeZone).toBe(canonical(timezone).timeZone);
  expect(place.position).toEqual({ latitude: expect.any(Number), longitude: expect.any(Number) });
});

test("every country code gives languages, and only time zones and positions that exist", () => {
  const letter = fc.constantFrom(...Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
  fc.assert(
    fc.property(fc.tuple(letter, letter), ([one, two]) => {
      const { languages, timezone, position } = placeIn(one + two, []);
      expect(languages.length).toBeGreaterThan(0);
      for (const language of languages) expect(Intl.getCanonicalLocales(language)).toHaveLength(1);
      expect(() => new Intl.DateTimeFormat("en", { timeZone: timezone })).not.toThrow();
      expect(Math.abs(position?.latitude ?? 0)).toBeLessThanOrEqual(90);
      expect(Math.abs(position?.longitude ?? 0)).toBeLessThanOrEqual(180);
    }),
    { numRuns: 700 },
  );
});
