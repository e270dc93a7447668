import { extract } from "./quality-engine.ts";

/** Pages that are large in one way each: the markup of so many of a thing. */
const pages: Readonly<Record<string, readonly [count: number, markup: (count: number) => string]>> = {
  "10,000-row table": [10_000, (count) => `<table>${row("th")}${row("td").repeat(count)}</table>`],
  "50,000 links": [50_000, (count) => `<p>${'<a href="/some/page">A link to a page</a> '.repeat(count)}</p>`],
  "50,000 linked paragraphs": [50_000, (count) => '<p><a href="/some/page">A link</a></p>'.repeat(count)],
  "20,000 list items": [20_000, (count) => `<ul>${"<li>An item of a long list</li>".repeat(count)}</ul>`],
  "10,000 nested elements": [10_000, (count) => `${"<div>".repeat(count)}deep${"</div>".repeat(count)}`],
  "40,000 lines between boxes": [40_000, (count) => "A line of text <div>A box</div>".repeat(count)],
  "8,000 cards": [
    8_000,
    (count) =>
      '<div class="card"><a href="/p"><img src="/p.jpg" alt="A product"></a><h3>A product</h3><p>$1.99</p></div>'.repeat(
        count,
      ),
  ],
  "8,000 nested lists": [
    8_000,
    (count) => "<ul><li>Item<ul><li>Nested<ul><li>Deep</li><li>Deep</li></ul></li></ul></li></ul>".repeat(count),
  ],
  "8,000 nested tables": [
    8_000,
    (count) => "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>".repeat(count),
  ],
  "50,000 scripts": [50_000, (count) => `<p>Text</p>${"<script>run()</script>".repeat(count)}`],
  "5 MB of paragraphs": [
    11_000,
    (count) => `<p>${"The quick brown fox jumps over the lazy dog. ".repeat(10)}</p>`.repeat(count),
  ],
};

function row(cell: string): string {
  return `<tr>${`<${cell}>cell</${cell}>`.repeat(4)}</tr>\n`;
}

/**
 * The cost of one transform of a page; CPU time is that of all threads, the collector's and the compiler's included.
 */
interface Cost {
  readonly elapsedSeconds: number;
  readonly cpuSeconds: number;
}

async function costOf(html: string): Promise<Cost> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await extract(html, "https://example.com/");
  const { user, system } = process.cpuUsage(cpu);
  return { elapsedSeconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** The last of several runs of the same page, when the code that it needs is compiled. */
async function settledCostOf(html: string): Promise<Cost> {
  for (let run = 0; run < 3; run += 1) await costOf(html);
  return await costOf(html);
}

/**
 * Seconds per megabyte for pages that other converters take minutes for: elapsed, of the first such page in the process,
 * and CPU, of a process that has seen some; and how much dearer a page is than one with a quarter of its markup: about 4
 * where time is linear, 16 where it is quadratic.
 */
for (const [name, [count, markup]] of Object.entries(pages)) {
  const pageOf = (things: number) => `<!doctype html><title>Large</title><body>${markup(things)}`;
  const html = pageOf(count);
  const megabytes = Buffer.byteLength(html) / 1e6;
  const first = await costOf(html);
  const settled = await settledCostOf(html);
  const quarter = await settledCostOf(pageOf(count / 4));
  const perMegabyte = (seconds: number) => (seconds / megabytes).toFixed(2);
  const figures = `first ${perMegabyte(first.elapsedSeconds)} s/MB, then ${perMegabyte(settled.cpuSeconds)} CPU s/MB`;
  const growth = (settled.cpuSeconds / quarter.cpuSeconds).toFixed(1);
  console.log(`${name}: ${megabytes.toFixed(2)} MB, ${figures}, ${growth} times a quarter of it`);
}
