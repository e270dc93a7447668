import { expect, test } from "vitest";
import { readLanguages } from "./languages.ts";

test("languages are read as tags, however they are written, and what is none is told", () => {
  expect(readLanguages(["de_at", "EN;q=0.5", "en", "not a language", "", "x"])).toEqual({
    languages: ["de-AT", "en"],
    warnings: ["not a language", "", "x"].map((text) => `"${text}" in \`location.languages\` is not a language tag.`),
  });
});
