import { describe, expect, it } from "vitest";
import { formatObjects } from "../schema/formats.ts";
import { creditsFor } from "./price.ts";

const page = { formats: formatObjects(["markdown"]), usedStealth: false, documentPages: 1 };

describe("creditsFor", () => {
  it.each([
    ["a page", page, 1],
    ["a document of five pages", { ...page, documentPages: 5 }, 5],
    ["structured data", { ...page, formats: formatObjects(["markdown", "json"]) }, 5],
    ["change tracking", { ...page, formats: formatObjects(["markdown", "changeTracking"]) }, 1],
    [
      "change tracking of structured data",
      { ...page, formats: formatObjects(["markdown", { type: "changeTracking", modes: ["json"], tag: null }]) },
      5,
    ],
    ["a page that stealth served", { ...page, usedStealth: true }, 5],
    ["both", { ...page, formats: formatObjects(["json"]), usedStealth: true }, 9],
  ])("charges for %s", (_name, priced, credits) => {
    expect(creditsFor(priced)).toBe(credits);
  });
});
