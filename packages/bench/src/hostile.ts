import { extract } from "./quality-engine.ts";

/** Pages that are large in one way each: the markup of so many of a thing. */
const pages: Readonly<Record<string, readonly [count: number, markup: (count: number) => string]>> = {
  "10,000-row table": [10_000, (count) => `<table>${row("th")}${row("td").repeat(count)}</table>`],
  "50,000 links": [50_000, (count) => `<p>${'<a href="/some/page">A link to a page</a> '.repeat(count)}</p>`],
  "50,000 linked paragraphs": [50_000, (count) => '<p><a href="/some/page">A link</a></p>'.repeat(count)],
  "20,000 list items": [20_000, (count) => `<ul>${"<li>An item of a long list</li>".repeat(count)}</ul>`],
  "10,000 nested elements": [10_000, (count) => `${"<div>".repeat(count)}deep${"</div>".repeat(count)}`],
  "50,000 scripts": [50_000, (count) => `<p>Text</p>${"<script>run()</script>".repeat(count)}`],
  "5 MB of paragraphs": [
    11_000,
    (count) => `<p>${"The quick brown fox jumps over the lazy dog. ".repeat(10)}</p>`.repeat(count),
  ],
};

function row(cell: string): string {
  return `<tr>${`<${cell}>cell</${cell}>`.repeat(4)}</tr>\n`;
}

/** CPU seconds for a page: the second of two runs. */
async function secondsFor(html: string): Promise<number> {
  await extract(html, "https://example.com/");
  const before = process.cpuUsage();
  await extract(html, "https://example.com/");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * CPU seconds per megabyte for pages that other converters take minutes for, and how much dearer a page is than one with a
 * quarter of its markup: about 4 where time is linear, 16 where it is quadratic.
 */
for (const [name, [count, markup]] of Object.entries(pages)) {
  const pageOf = (things: number) => `<!doctype html><title>Large</title><body>${markup(things)}`;
  const html = pageOf(count);
  const seconds = await secondsFor(html);
  const growth = seconds / (await secondsFor(pageOf(count / 4)));
  const megabytes = Buffer.byteLength(html) / 1e6;
  const figures = `${seconds.toFixed(2)} s, ${(seconds / megabytes).toFixed(2)} s/MB`;
  console.log(`${name}: ${megabytes.toFixed(2)} MB, ${figures}, ${growth.toFixed(1)} times a quarter of it`);
}
