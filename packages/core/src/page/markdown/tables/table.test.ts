import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../../../markup/parse.ts";
import { toMarkdown } from "../index.ts";

const convert = (html: string): string => toMarkdown(parse(html));
const table = (...lines: readonly string[]): string => lines.join("\n");

test.each([
  [
    "a span ends with its row group",
    "<table><tbody><tr><td rowspan=5>a</td><td>b</td></tr><tr><td>c</td></tr></tbody><tbody><tr><td>d</td><td>e</td></tr></tbody></table>",
    table("|  |  |", "| --- | --- |", "| a | b |", "|  | c |", "| d | e |"),
  ],
  [
    "a span of 0 rows reaches to the end of the group",
    "<table><tr><th rowspan=0>A</th><th>B</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>",
    table("| A | B |", "| --- | --- |", "|  | 1 |", "|  | 2 |"),
  ],
  [
    "a heading over all columns stands above the table, and one over a column in it",
    "<table><tr><td colspan=2><h3>Members</h3></td></tr><tr><td>int</td><td>size</td></tr><tr><td>int</td><td>top</td></tr></table><table><tr><td><h3>Left</h3></td><td>x</td></tr><tr><td>1</td><td>2</td></tr></table>",
    table(
      "### Members",
      "",
      "|  |  |",
      "| --- | --- |",
      "| int | size |",
      "| int | top |",
      "",
      "|  |  |",
      "| --- | --- |",
      "| Left | x |",
      "| 1 | 2 |",
    ),
  ],
  [
    "spans both ways",
    "<table><tr><td rowspan=2 colspan=2>X</td><td>a</td></tr><tr><td>b</td></tr><tr><td>c</td><td>d</td><td>e</td></tr></table>",
    table("|  |  |  |", "| --- | --- | --- |", "| X |  | a |", "|  |  | b |", "| c | d | e |"),
  ],
  [
    "a cell across the whole row, said with a large number",
    "<table><tr><th>a</th><th>b</th></tr><tr><td colspan=1000>both</td></tr></table>",
    table("| a | b |", "| --- | --- |", "| both |  |"),
  ],
  [
    "numbers that are none",
    "<table><tr><td rowspan=-3>1</td><td colspan=abc>2</td></tr><tr><td>3</td><td rowspan=1.5>4</td></tr></table>",
    table("|  |  |", "| --- | --- |", "| 1 | 2 |", "| 3 | 4 |"),
  ],
  [
    "icons that are all of a cell, and tools",
    '<table><tr><th>a</th><th>b</th><th><i title="Tip"></i></th></tr><tr><td><i title="No|not"></i></td><td><span><svg role="img"><title>Yes</title></svg></span></td><td><a href="/x"><i title="Edit"></i></a></td></tr><tr><td>text <i title="Tip"></i></td><td><span aria-label="In part"></span></td><td><button title="Delete"></button></td></tr></table>',
    table("| a | b |  |", "| --- | --- | --- |", "| No\\|not | Yes |  |", "| text | In part |  |"),
  ],
  [
    "a cell that says what its drawing means",
    '<table><tr><th>a</th><th aria-label="b"></th></tr><tr><td aria-label="Not|in"><span></span></td><td aria-label="In"><i title="Yes"></i></td></tr></table>',
    table("| a |  |", "| --- | --- |", "| Not\\|in | Yes |"),
  ],
  [
    "links to files that show nothing but an icon",
    '<table><tr><th>a</th><th>b</th></tr><tr><td>Rules</td><td><a href="/r.pdf" title="PDF|A"><svg></svg></a> <a href="/r.docx"><svg><title>Word</title></svg></a><a href="/r.zip"></a></td></tr><tr><td>Map</td><td><a href="/map" download aria-label="Download"><i></i></a></td></tr></table>',
    table("| a | b |", "| --- | --- |", "| Rules | [PDF\\|A](/r.pdf) [Word](/r.docx) |", "| Map | [Download](/map) |"),
  ],
  [
    "names and values in a table that says to be none, and a table that is none",
    '<table role="presentation"><tr><th>Brand</th><td>Tea</td></tr><tr><th>Watts</th><td>1500</td></tr></table><table role="presentation"><tr><td>left</td><td>right</td></tr><tr><td>below</td><td>beside</td></tr></table>',
    table(
      "|  |  |",
      "| --- | --- |",
      "| Brand | Tea |",
      "| Watts | 1500 |",
      "",
      "left",
      "",
      "right",
      "",
      "below",
      "",
      "beside",
    ),
  ],
  [
    "columns named by buttons that sort them, and a button beside a name",
    "<table><tr><th><div><button>Name <svg></svg></button></div></th><th>Size <button>Sort</button></th></tr><tr><td>a</td><td><button>Edit</button> 1</td></tr></table>",
    table("| Name | Size |", "| --- | --- |", "| a | 1 |"),
  ],
  [
    "roles: what stands in the table before its rows",
    '<div role="table"><p id="d">Fares <b>2026</b></p><div><i>Net</i><div role="rowgroup"><div role="row"><b role="columnheader">Zone</b><b role="columnheader">Fare</b></div><div role="row"><i role="cell">A</i><i role="cell">2</i></div></div></div></div>',
    table("Fares **2026**", "", "*Net*", "", "| Zone | Fare |", "| --- | --- |", "| A | 2 |"),
  ],
  [
    "a foot before the body",
    "<table><tr><th>a</th><th>b</th></tr><tfoot><tr><td>s</td><td>9</td></tr></tfoot><tbody><tr><td>c</td><td>d</td></tr></tbody></table>",
    table("| a | b |", "| --- | --- |", "| c | d |", "| s | 9 |"),
  ],
])("%s", (_, html, markdown) => expect(convert(html)).toBe(markdown));

const rows = (count: number, row: (index: number) => string): string =>
  `<table>${Array.from({ length: count }, (_, index) => `<tr>${row(index)}</tr>`).join("")}</table>`;

test.each([
  ["tall cells in every row", rows(3_000, (index) => `<td rowspan=60000>c${index}</td><td>x</td>`)],
  ["wide cells in every row", rows(3_000, (index) => `<td colspan=50>c${index}</td><td>x</td>`)],
  ["tall and wide cells", rows(2_000, (index) => `<td rowspan=65534 colspan=40>c${index}</td>`)],
  ["one long row among short ones", rows(5_000, (index) => (index === 0 ? "<td>c0".repeat(5_000) : `<td>c${index}`))],
])("%s: all their text, in Markdown of no other order than the page", (_, html) => {
  const markdown = convert(html);
  expect(markdown.length).toBeLessThan(5 * html.length);
  const count = html.match(/<tr>/g)?.length ?? 0;
  for (const index of [1, Math.trunc(count / 2), count - 1]) expect(markdown).toMatch(new RegExp(`\\bc${index}\\b`));
});

/** Where a browser puts each cell (HTML §4.9.12), by a grid of places as large as the table. */
function placed(cells: readonly (readonly { readonly tall: number; readonly wide: number }[])[]): string[][] {
  const grid = cells.map((): (string | undefined)[] => []);
  cells.forEach((row, y) => {
    let x = 0;
    row.forEach(({ tall, wide }, index) => {
      while (grid[y]?.[x] !== undefined) x += 1;
      for (let down = 0; down < tall; down += 1)
        for (let right = 0; right < wide; right += 1) {
          const line = grid[y + down];
          if (line !== undefined)
            line[x + right] = down === 0 && right === 0 ? `c${y}x${index}` : (line[x + right] ?? "");
        }
      x += wide;
    });
  });
  return grid.map((line) => Array.from(line, (text) => text ?? ""));
}

test("every cell stands where a browser puts it", () => {
  const cell = fc.record({ tall: fc.integer({ min: 1, max: 4 }), wide: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 6 }), (cells) => {
      const html = `<table>${cells
        .map(
          (row, y) =>
            `<tr>${row.map(({ tall, wide }, x) => `<td rowspan=${tall} colspan=${wide}>c${y}x${x}</td>`).join("")}</tr>`,
        )
        .join("")}</table>`;
      const lines = convert(html).split("\n").slice(2);
      const found = lines.map((line) =>
        line
          .slice(1, -1)
          .split("|")
          .map((text) => text.trim()),
      );
      const wanted = placed(cells);
      const width = Math.max(...found.map((line) => line.length));
      expect(found).toEqual(wanted.map((line) => Array.from({ length: width }, (_, x) => line[x] ?? "")));
    }),
  );
});
