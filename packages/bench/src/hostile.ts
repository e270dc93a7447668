import { extract } from "./quality-engine.ts";

/** Pages that are large in one way each. */
const pages: Readonly<Record<string, string>> = {
  "10,000-row table": `<table>${row("th")}${row("td").repeat(10_000)}</table>`,
  "50,000 links": `<p>${'<a href="/some/page">A link to a page</a> '.repeat(50_000)}</p>`,
  "50,000 linked paragraphs": '<p><a href="/some/page">A link</a></p>'.repeat(50_000),
  "20,000 list items": `<ul>${"<li>An item of a long list</li>".repeat(20_000)}</ul>`,
  "10,000 nested elements": `${"<div>".repeat(10_000)}deep${"</div>".repeat(10_000)}`,
  "5 MB of paragraphs": `<p>${"The quick brown fox jumps over the lazy dog. ".repeat(10)}</p>`.repeat(11_000),
};

function row(cell: string): string {
  return `<tr>${`<${cell}>cell</${cell}>`.repeat(4)}</tr>\n`;
}

/** CPU seconds per megabyte for pages that other converters take minutes for: warm, the second of two runs. */
for (const [name, body] of Object.entries(pages)) {
  const html = `<!doctype html><title>Large</title><body>${body}`;
  await extract(html, "https://example.com/");
  const cpu = process.cpuUsage();
  const { markdown } = await extract(html, "https://example.com/");
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (user + system) / 1e6;
  const megabytes = Buffer.byteLength(html) / 1e6;
  const perMegabyte = (seconds / megabytes).toFixed(2);
  console.log(
    `${name}: ${megabytes.toFixed(2)} MB, ${seconds.toFixed(2)} s, ${perMegabyte} s/MB, ${markdown.length} characters`,
  );
}
