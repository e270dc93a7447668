import { readFile } from "node:fs/promises";
import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { transformCapture } from "../../transform/pipeline.ts";
import { builtInParsers } from "../index.ts";

const fixtures = new URL("../../../../testkit/fixtures/documents/", import.meta.url);

async function read(name: string): Promise<string> {
  const body = new Uint8Array(await readFile(new URL(name, fixtures)));
  const capture = captureOf(body, { url: `https://site.example/${name}`, contentType: "application/pdf" });
  const content = await transformCapture(
    capture,
    transformOptions(),
    { parsers: builtInParsers },
    new AbortController().signal,
  );
  return content.markdown ?? "";
}

test("footnotes of columns stand below the text, and the text names them", async () => {
  const markdown = await read("notes-in-columns.pdf");
  expect(markdown).toContain("cannot wait for the icebreaker[^2] that serves the larger ships first.");
  const [text = "", ...notes] = markdown.split(/^(?=\[\^\d\]: )/m);
  expect(notes.map((note) => note.trim())).toEqual([
    "[^1]: The record of the harbour office begins in 1911.",
    "[^2]: A ship with a reinforced bow; the town has had one since 1934 and shares it with two neighbours.",
    "[^3]: See the chart of the coast, sheet four.",
    "[^4]: One was the second author.",
  ]);
  expect(text.match(/\[\^\d\]/g)).toEqual(["[^1]", "[^2]", "[^3]", "[^4]"]);
  expect(text).toContain("not the same currents.\n\nCurrents are what decides in the end.");
});

test("slides: the frame of a page is no table, so that titles stay titles; initials are no list", async () => {
  const markdown = await read("slides.pdf");
  expect(markdown.match(/^#+ .+$/gm)?.slice(0, 4)).toEqual([
    "# Winter Harbours",
    "# Traffic by month",
    "# What we learned",
    "# Two lists",
  ]);
  expect(markdown).toContain("| Month | Ships | Cargo |\n| --- | --- | --- |\n| January | 312 | 48,100 |");
  expect(markdown).toContain("\n\nA. Lind\n\n");
  expect(markdown).toContain("- Trains help\n\nB. Berg will speak next");
  expect(markdown).toContain("- A. First choice\n- B. Second choice");
});

test("tables keep their rows: with rules between columns only, and with cells that stand for several rows", async () => {
  const markdown = await read("tables.pdf");
  expect(markdown).toContain(
    "| Pier | Length | Built |\n| --- | --- | --- |\n| North quay | 240 m | 1911 |\n| South quay | 180 m | 1934 |\n| Mole | 95 m | 1962 |\n| Jetty | 60 m | 1978 |",
  );
  expect(markdown).toContain(
    "| 2023 | First | 312 | 48,100 |\n|  | Second | 274 | 41,950 |\n|  | Third | 355 | 53,020 |",
  );
  expect(markdown).toMatch(
    /\| The northern quay of the old town \| It was built .* repaired twice\. \|\n\| Mole \| Short\. \|/,
  );
});

describe("tables without borders keep their rows together, as they come from", () => {
  const programs = ["chromium", "weasyprint", "groff"];

  test.each(programs)("%s: cells of several lines, a head of two lines, empty cells", async (program) => {
    const markdown = await read(`invoice-${program}.pdf`);
    expect(markdown).toContain(
      [
        "| Item | Description | Qty | Unit price | Amount |",
        "| --- | --- | --- | --- | --- |",
        "| BK-36 | Box kite, 36 inches, with a reel and a spare line of 100 metres that is wound by hand | 2 | £36.00 | £72.00 |",
        "| TL-2 | Tail, silk | 10 | £1.50 | £15.00 |",
        "| SH | Shipping and handling within the United Kingdom, insured | 1 | £8.90 | £8.90 |",
        "|  | Subtotal |  |  | £95.90 |",
        "|  | VAT 20 % |  |  | £19.18 |",
        "|  | **Total** |  |  | **£115.08** |",
        "",
        "Payable within thirty days.",
      ].join("\n"),
    );
    expect(markdown).toMatch(/^Date: 14 March 2024$/m);
  });

  test.each(programs)("%s: numbers, and terms beside the middle of their descriptions", async (program) => {
    const markdown = await read(`terms-${program}.pdf`);
    expect(markdown).toContain("| Fishing boats | – | 412 | 398 | −3.4 % |");
    expect(markdown).toContain(
      [
        "| Draught | The depth of the keel below the water line, which decides whether a ship may pass the bar at low tide. |",
        "| --- | --- |",
        "| Beam | The width of the ship at its widest point. |",
        "| Dead weight | All that a ship can carry: cargo, fuel, water, stores and crew together, in tonnes. |",
        "",
        "All figures are those of the harbour office.",
      ].join("\n"),
    );
  });
});
