import { startBareServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { scrape } from "../bare-functions.ts";
import { workerTransformer } from "../transform/workers/worker-transformer.ts";
import { maxTags, withinBudget } from "./budget.ts";

test("a page within its budget is whole", () => {
  expect(withinBudget("<p>a</p><p>b", 3)).toEqual({ html: "<p>a</p><p>b", warning: undefined });
  expect(withinBudget("no tags", 0)).toEqual({ html: "no tags", warning: undefined });
});

test("a page over it is cut before the first tag that is too many, and says so", () => {
  const { html, warning } = withinBudget("<p>a</p><p>b</p>", 3);
  expect(html).toBe("<p>a</p><p>b");
  expect(warning).toContain("more than 3 tags");
});

test("a page of templates within templates is cut, one of many templates is not", () => {
  expect(withinBudget("<template>".repeat(2000)).html).toBe("<template>".repeat(500));
  const many = "<template><b></b></template>".repeat(2000);
  expect(withinBudget(many).html).toBe(many);
});

test("a result says that its page was cut, wherever it was read", async () => {
  await using site = await startBareServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<p>Early.</p>${"<!>".repeat(maxTags)}<p>Late.</p>`);
  });
  await using transformer = workerTransformer();
  for (const config of [{}, { content: { transformer } }]) {
    const { markdown, warning } = await scrape(
      { url: site.origin },
      { ...config, policy: { allowPrivateNetworks: true } },
    );
    expect(markdown).toBe("Early.");
    expect(warning).toContain("more than 500,000 tags");
  }
});
