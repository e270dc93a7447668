import { describe, expect, it } from "vitest";
import { parse } from "../../../markup/parse.ts";
import type { ColumnGroup } from "./columns/column.ts";
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
    const numbersOf = (group: ColumnGroup): readonly number[] => {
      if ("ofRegions" in group) return [group.ofRegions(profile).length];
      if ("ofPage" in group) return [group.ofPage(profile).length];
      const rows = page.blocks.map((block, index) => ({ index, block, region: block.region.index }));
      const values = new Float32Array(rows.length * (group.names.length + 1)).fill(Number.NaN);
      group.ofBlocks(profile, { rows, values, first: 0 });
      return [values.filter((value) => !Number.isNaN(value)).length / rows.length];
    };
    for (const group of columnGroups)
      expect(new Set(numbersOf(group)), group.names.join(" ")).toEqual(new Set([group.names.length]));
  });
});
