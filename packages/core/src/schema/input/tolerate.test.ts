import fc from "fast-check";
import { expect, test } from "vitest";
import { ScrapeRequest } from "../scrape.ts";
import { SearchRequest } from "../search.ts";
import { tolerate } from "./tolerate.ts";

/** Objects with the names that mean something to {@link tolerate}, as deep as any request. */
const inputs = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom("", "x", "alexandria", "image", "pdf", "json", "web", null, false, 5),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...["type", "url", "formats", "scrapeOptions", "sources", "parsers", "location", "country", "tbs", "__a"],
        ...["domainTools", "constructor", "__proto__", "toString", "mode", "unknown"],
      ),
      tie("value"),
      { maxKeys: 6 },
    ),
  ),
})).value;

test.each([ScrapeRequest, SearchRequest])("what was taken out once need not be taken out again", (schema) => {
  fc.assert(
    fc.property(inputs, (input) => {
      const once = tolerate(schema, input).input;
      const again = tolerate(schema, once);
      expect(again).toEqual({ input: once, warnings: [] });
    }),
  );
});

test("only what an object of a kind has is taken out of it", () => {
  const input = { url: "", tbs: "", mode: "ocr", formats: [{ type: "json", mode: "ocr" }], headers: { "x-empty": "" } };
  expect(tolerate(ScrapeRequest, input)).toEqual({ input, warnings: [] });
  expect(tolerate(SearchRequest, { query: "", tbs: "" })).toEqual({ input: { query: "" }, warnings: [] });
});

test("a key that an action, a screenshot or a location does not have is named, with the one that was meant", () => {
  const misspelled = {
    url: "https://example.com/",
    formats: [{ type: "screenshot", full_page: true, dpi: 300, viewport: { width: 10, height: 10, depht: 3 } }],
    actions: [
      { type: "click", selector: "a", al: true },
      { type: "wait", milliseconds: 5, seconds: null },
    ],
    location: { contry: "DE" },
  };
  const { input, warnings } = tolerate(ScrapeRequest, misspelled);
  expect(input).toEqual({
    url: "https://example.com/",
    formats: [{ type: "screenshot", viewport: { width: 10, height: 10 } }],
    actions: [
      { type: "click", selector: "a" },
      { type: "wait", milliseconds: 5 },
    ],
    location: {},
  });
  expect(warnings).toEqual([
    "`formats.full_page` has no effect: it is not known here. Did you mean `fullPage`?",
    "`formats.dpi` has no effect: it is not known here.",
    "`formats.viewport.depht` has no effect: it is not known here.",
    "`actions.al` has no effect: it is not known here. Did you mean `all`?",
    "`location.contry` has no effect: it is not known here. Did you mean `country`?",
  ]);
});

test("a flood of unknown keys is named by its first ones", () => {
  const location = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${"k".repeat(500)}${index}`, 1]));
  const flood = Array.from({ length: 30 }, (_, index) => ({ type: "press", key: "a", [`k${index}`]: 1 }));
  const { warnings } = tolerate(ScrapeRequest, { actions: flood, location });
  expect(warnings).toHaveLength(10);
  expect(warnings.join("").length).toBeLessThan(2000);
});

test("what is too large for any schema is not walked through", () => {
  const members = Array.from({ length: 501 }, () => ({ type: "json", checkPromptInjection: true }));
  const keys = Object.fromEntries(members.map((_, index) => [`__${index}`, index]));
  expect(tolerate(ScrapeRequest, { formats: members }).input).toEqual({ formats: members });
  expect(tolerate(ScrapeRequest, { location: keys }).input).toEqual({ location: keys });
});
