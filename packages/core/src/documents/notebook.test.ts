import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { transformCapture } from "../transform/pipeline.ts";
import type { TransformOptions } from "../transform/transformer.ts";
import { builtInParsers } from "./index.ts";

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { language: "julia" }, language_info: { name: "julia" }, authors: [{ name: "Ada Lind" }] },
  cells: [
    {
      cell_type: "markdown",
      source: [
        "# Tide *tables*\n",
        "\n",
        "With $a_1 + b_1$ and\n\n$$\\sum_{i=1}^n x_i$$\n\n",
        '![Map](attachment:map.png) ![Map two](attachment:map.png "Title") <img src="attachment:map.png" alt="Map three">',
      ],
      attachments: { "map.png": { "image/png": dot } },
    },
    {
      cell_type: "code",
      source: ["x = 1\n", "print(x)"],
      outputs: [
        { output_type: "stream", name: "stdout", text: ["10%\r100%\n", "\u001b[31mred\u001b[0m\n"] },
        {
          output_type: "execute_result",
          data: {
            "text/plain": ["   a\n0  1"],
            "text/html": [
              "<style scoped>td{}</style><table><thead><tr><th></th><th>height</th></tr></thead><tbody><tr><th>0</th><td>1.5</td></tr></tbody></table>",
            ],
          },
        },
        { output_type: "display_data", data: { "image/png": dot, "text/plain": "<Figure size 640x480 with 1 Axes>" } },
        {
          output_type: "display_data",
          data: {
            "text/html": "<div id=p></div><script>draw()</script>",
            "application/vnd.plotly.v1+json": {},
            "text/plain": "Plot",
          },
        },
      ],
    },
    {
      cell_type: "code",
      source: "%%bash\nls",
      outputs: [{ output_type: "error", ename: "E", evalue: "v", traceback: ["\u001b[0;31mE\u001b[0m", "  at v"] }],
    },
  ],
};

async function read(body: string, asked: Partial<TransformOptions> & { contentType?: string; name?: string } = {}) {
  const { contentType = "application/json", name = "notebook", ...options } = asked;
  const capture = captureOf(new TextEncoder().encode(body), { url: `https://site.example/${name}`, contentType });
  return await transformCapture(
    capture,
    transformOptions(options),
    { parsers: builtInParsers },
    new AbortController().signal,
  );
}

test.each([
  { contentType: "application/json" },
  { contentType: "application/x-ipynb+json" },
  { contentType: "application/octet-stream" },
  { contentType: "text/plain", name: "tides.ipynb" },
])("a notebook is read that is sent as %j", async (sent) => {
  const { markdown, metadata, warnings } = await read(JSON.stringify(notebook), sent);
  expect(metadata).toMatchObject({ title: "Tide tables", author: "Ada Lind" });
  expect(markdown).toContain("# Tide *tables*\n\nWith $a_1 + b_1$ and\n\n$$\\sum_{i=1}^n x_i$$");
  const shown = ["Map", "Map two", "Map three"].map((name) =>
    expect.stringContaining(`![${name}](<Base64-Image-Removed>`),
  );
  for (const one of shown) expect(markdown).toEqual(one);
  expect(markdown).toContain("```julia\nx = 1\nprint(x)\n```\n\n```\n100%\nred\n```");
  expect(markdown).toContain("height |\n| --- | --- |\n| 0 | 1.5 |");
  expect(markdown).toContain("![Figure size 640x480 with 1 Axes](<Base64-Image-Removed>)");
  expect(markdown).toContain("```\nPlot\n```");
  expect(markdown).toContain("```bash\n%%bash\nls\n```\n\n```\nE\n  at v\n```");
  expect(warnings.join(" ")).toMatch(/1 interactive output of the document is left out.*4 pictures stand in Markdown/);
});

test("notebooks of version 3 have their cells in worksheets", async () => {
  const cells = [
    { cell_type: "heading", level: 2, source: ["Old"] },
    { cell_type: "code", language: "python", input: ["1 + 1"], outputs: [{ output_type: "pyout", text: ["2"] }] },
  ];
  const { markdown } = await read(JSON.stringify({ nbformat: 3, metadata: {}, worksheets: [{ cells }] }));
  expect(markdown).toBe("## Old\n\n```python\n1 + 1\n```\n\n```\n2\n```");
});

test("JSON that only looks like a notebook stays JSON", async () => {
  const { markdown } = await read(JSON.stringify({ nbformat: 4, notes: [] }));
  expect(markdown).toContain("```json");
});

test("a broken notebook gives what it has", async () => {
  const cells = [null, 1, {}, { cell_type: "code", source: 7, outputs: [{}, { data: [] }, { output_type: "error" }] }];
  await expect(read(JSON.stringify({ nbformat: 4, cells }))).resolves.toHaveProperty("markdown");
});
