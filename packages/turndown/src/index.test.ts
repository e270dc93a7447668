import { scrape } from "@garner/core";
import { startFixtureSite } from "@garner/testkit/site";
import { expect, it } from "vitest";
import { turndown } from "./index.ts";

it("makes an engine's Markdown, with the caller's own rules", async () => {
  await using site = await startFixtureSite();
  const markdown = turndown({
    configure: (service) => service.addRule("loud", { filter: "h2", replacement: (content) => `## ${content}!\n` }),
  });
  const result = await scrape(
    { url: `${site.origin}/article` },
    { content: { markdown }, policy: { allowPrivateNetworks: true } },
  );
  expect(result.markdown).toContain("## The lamp!");
  expect(result.markdown).toContain("| Year | Storms |\n| --- | --- |\n| 1931 | 12 |");
  expect(result.markdown).toContain("```sh\ncurl /winds --year 1932");
});

it.each([null, { configure: "gfm" }])("refuses options of the wrong type: %j", (options) => {
  expect(() => turndown(options as never)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
});
