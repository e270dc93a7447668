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

test("what is too large for any schema is not walked through", () => {
  const members = Array.from({ length: 501 }, () => ({ type: "json", checkPromptInjection: true }));
  const keys = Object.fromEntries(members.map((_, index) => [`__${index}`, index]));
  expect(tolerate(ScrapeRequest, { formats: members }).input).toEqual({ formats: members });
  expect(tolerate(ScrapeRequest, { location: keys }).input).toEqual({ location: keys });
});
