import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, it } from "vitest";
import { scoreConsistency } from "../../../bench/same-template/consistency.ts";
import { templates } from "../../../bench/same-template/templates.ts";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

async function read(html: string, url: string) {
  const options = { ...transformOptions(), outputs: ["html"] as const };
  const { html: left = "" } = await transformer.transform(
    captureOf(html, { url }),
    options,
    new AbortController().signal,
  );
  return left;
}

/** Regions that may go either way: of a long article, people call only the text its content, so its title may go. */
const mayDiffer = /h1\.headline$|^The Northern Post/;

describe("pages of one template get the same decisions", () => {
  for (const { name, pages } of templates)
    it(`of ${name}`, async () => {
      const { decisions, odd, flips } = await scoreConsistency(pages, read);
      const unexpected = flips.filter(({ signature }) => !mayDiffer.test(signature));
      expect(unexpected.length, unexpected.map(({ signature }) => signature).join("\n")).toBeLessThanOrEqual(2);
      expect(odd / decisions).toBeLessThan(0.02);
    });
});
