import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../transform/workers/in-process.ts";

const transformer = inProcessTransformer();

async function read(head: string): Promise<{ markdown: string | undefined; title: unknown; description: unknown }> {
  const html = `<!doctype html><html><head>${head}</head><body class="b"><p>Body.</p></body></html>`;
  const options = transformOptions({ onlyMainContent: false });
  const { markdown, metadata } = await transformer.transform(captureOf(html), options, new AbortController().signal);
  return { markdown, title: metadata["title"], description: metadata["description"] };
}

const known = '<title>T</title><meta name="description" content="D">';

test.each([
  ["a paragraph", "<p>Please enable JavaScript.</p>"],
  ["paragraphs in a division", "<div><p>One</p><p>Two</p></div>"],
  ["bare text", "Turn scripts on."],
  [
    "a tracking pixel and a frame",
    '<img src="https://p.example/p.gif"><iframe src="https://p.example/ns.html"></iframe>',
  ],
  ["a style sheet", '<link rel="stylesheet" href="a.css"><style>p { color: red }</style>'],
])("%s for readers without scripts doesn't end the head", async (_, content) => {
  const page = { markdown: "Body.", title: "T", description: "D" };
  expect(await read(`<noscript>${content}</noscript>${known}`)).toEqual(page);
  expect(await read(`${known}<NOSCRIPT class="x">${content}</NOSCRIPT ><script>"<noscript>"</script>`)).toEqual(page);
});

test.each([
  ["a frame that nothing closes", '<iframe src="https://tags.example/ns.html" height="0" width="0" />'],
  ["boxes that nothing closes", "<div><section><p>Scripts are off."],
  ["a comment that nothing closes", "<!-- counted"],
  ["a field that nothing closes", "<textarea>"],
])("%s for readers without scripts ends with their part of the page", async (_, content) => {
  const { markdown } = await read(`${known}</head><body><noscript>${content}</noscript>`);
  expect(markdown).toBe("Body.");
});
