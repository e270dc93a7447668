import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../index.ts";

const transformer = inProcessTransformer();

async function markdownOf(html: string): Promise<string | undefined> {
  const options = { ...transformOptions(), onlyMainContent: false };
  const { markdown } = await transformer.transform(captureOf(html), options, new AbortController().signal);
  return markdown;
}

const sheet =
  "<style>.c1{font-weight:700}.c2{font-style:italic}.c3,.c4{text-decoration:line-through}span.c5{font-family:'Courier New',monospace}</style>";

test("parts of a sentence keep the style that a class of the page gives them", async () => {
  expect(
    await markdownOf(
      `${sheet}<p><span class="c1">Bold</span><span>, </span><span class="c2">slanted</span>, <span class="c4">gone</span> and <span class="c5">npm i</span></p>`,
    ),
  ).toBe("**Bold**, *slanted*, ~~gone~~ and `npm i`");
});

test("what stands alone is bold for its looks", async () => {
  expect(await markdownOf(`${sheet}<div><span class="c1">€ 12.00</span></div>`)).toBe("€ 12.00");
});
