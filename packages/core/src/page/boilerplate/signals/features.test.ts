import { describe, expect, it } from "vitest";
import { parse } from "../../../markup/parse.ts";
import { columnGroups } from "./features.ts";
import { flatten } from "../blocks/flat-page.ts";
import { pageSigns } from "../blocks/page-signs.ts";
import { profilePage } from "./profile.ts";

describe("columns", () => {
  it("give as many numbers as they have names, whatever stands around a block", () => {
    const document = parse("<h1>Tea</h1><ul><li><p>one<li><p>two<li><p>three</ul><p>Steep it for three minutes.</p>");
    const page = flatten(document);
    if (page === undefined) throw new Error("the page has a body");
    const profile = profilePage(page, { signs: pageSigns(document), url: "https://tea.example/" });
    for (const { names, read } of columnGroups) {
      const describeBlock = read(profile);
      page.blocks.forEach((block, index) => {
        expect(describeBlock({ index, block, region: block.region.index }), names.join(" ")).toHaveLength(names.length);
      });
    }
  });
});
