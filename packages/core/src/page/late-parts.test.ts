import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { inProcessTransformer } from "../index.ts";

const transformer = inProcessTransformer();
const url = "https://board.example/t/boats-in-winter/17";
const post =
  "<p>We lay the boats up in October, keel down, and open the seacocks so that nothing can freeze in the pipes.</p>".repeat(
    8,
  );
const script = '<script src="/app.js"></script>';

async function read(body: string, onlyMainContent: boolean) {
  const html = `<!doctype html><html lang="en"><head><title>Boats in winter</title></head><body>${body}${script}</body></html>`;
  return await transformer.transform(
    captureOf(html, { url }),
    transformOptions({ onlyMainContent }),
    new AbortController().signal,
  );
}

describe.each([
  ["the main content", true],
  ["the whole page", false],
])("%s", (_, onlyMainContent) => {
  test.each([
    [
      "is sent for readers without scripts, beside a hidden form to sign in",
      `<noscript><h1>Boats in winter</h1>${post}<footer>Best viewed with JavaScript enabled</footer></noscript><div id="board"></div><form hidden><input type="password"></form>`,
    ],
    [
      "is streamed behind a notice for readers without scripts",
      `<noscript>This website requires JavaScript.</noscript><div id="app"><template id="B:0"></template></div><div hidden id="S:0"><main><h1>Boats in winter</h1>${post}</main></div>`,
    ],
    [
      "is streamed and has no place",
      `<noscript>This website requires JavaScript.</noscript><template id="B:2"></template><div hidden id="S:3"><main><h1>Boats in winter</h1>${post}</main></div>`,
    ],
    [
      "stands in a template for a place of a component, as Vue mounts it",
      `<div id="root"><page locale="en"><template slot="contents"><div><h1>Boats in winter</h1>${post}</div></template><template slot="comments"><comments></comments></template></page></div>`,
    ],
  ])("%s", async (_case, body) => {
    const page = await read(body, onlyMainContent);
    expect(page.markdown).toContain("open the seacocks");
    expect(page.verdict).toBe("ok");
  });
});
