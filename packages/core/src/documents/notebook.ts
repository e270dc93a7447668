import { percentDecoded } from "../url/percent-decoded.ts";
import { render } from "dom-serializer";
import { isArray, isObject, textAt, type JsonObject } from "../collections/json-values.ts";
import type { ParsedBody } from "../ports/body-parser.ts";
import { parse } from "../markup/parse.ts";
import { textOf } from "../markup/xml-tree.ts";
import { given } from "./feeds/feed-page.ts";
import { htmlCode } from "./html/markup.ts";
import { bodyOf } from "./html/page-body.ts";
import { createLosses, type Losses } from "./losses.ts";
import { createPictures, imageHtml, type Pictures } from "./pictures.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** Most cells that are rendered. */
const maxCells = 5000;
/** Most characters of the text of one output; a program may have printed without end. */
const maxOutputCharacters = 20_000;

/** A notebook while it is read. */
interface Notebook {
  readonly language: string;
  readonly pictures: Pictures;
  readonly losses: Losses;
}

/**
 * Reads a Jupyter notebook (nbformat 3 and 4): Markdown cells, code cells in the notebook's language, and their outputs as
 * text, tables and pictures. Undefined when the value is other JSON.
 */
export async function readNotebook(value: unknown): Promise<ParsedBody | undefined> {
  if (!isObject(value) || typeof value["nbformat"] !== "number") return undefined;
  const cells = cellsOf(value);
  if (cells === undefined) return undefined;
  const losses = createLosses();
  const pictures = createPictures(losses);
  const notebook: Notebook = { language: languageOf(value), pictures, losses };
  const parts: string[] = [];
  for (const cell of cells.slice(0, maxCells)) parts.push(await cellHtml(cell, notebook));
  const metadata = objectAt(value, "metadata");
  const authors = isArray(metadata["authors"]) ? metadata["authors"].filter(isObject) : [];
  const html = parts.join("");
  const heading = /<h1>([\s\S]{1,1000}?)<\/h1>/.exec(html)?.[1];
  return {
    html: `<main>${html}</main>`,
    metadata: given({
      title: textAt(metadata, "title") ?? (heading === undefined ? undefined : textOf(parse(heading)).trim()),
      author: authors.flatMap((author) => textAt(author, "name") ?? []).join(", "),
    }),
    warnings: [
      ...(cells.length > maxCells
        ? [`The notebook has ${cells.length} cells; only the first ${maxCells} are shown.`]
        : []),
      ...losses.warnings(),
    ],
  };
}

/** The cells; those of nbformat 3 stand in worksheets. */
function cellsOf(notebook: JsonObject): readonly JsonObject[] | undefined {
  const { cells, worksheets } = notebook;
  if (isArray(cells)) return cells.filter(isObject);
  if (!isArray(worksheets)) return undefined;
  return worksheets
    .filter(isObject)
    .flatMap((sheet) => (isArray(sheet["cells"]) ? sheet["cells"].filter(isObject) : []));
}

function languageOf(notebook: JsonObject): string {
  const metadata = objectAt(notebook, "metadata");
  const name =
    textAt(objectAt(metadata, "language_info"), "name") ?? textAt(objectAt(metadata, "kernelspec"), "language");
  return name?.toLowerCase() ?? "python";
}

async function cellHtml(cell: JsonObject, notebook: Notebook): Promise<string> {
  const source = linesAt(cell, "source") || linesAt(cell, "input");
  switch (cell["cell_type"]) {
    case "code":
      return [
        source.trim() === ""
          ? ""
          : htmlCode(source, magicLanguage(source) ?? textAt(cell, "language") ?? notebook.language),
        ...(await Promise.all(outputsOf(cell).map((output) => outputHtml(output, notebook)))),
      ].join("");
    case "heading":
      return await renderMarkdown(`${"#".repeat(Math.min(6, Number(cell["level"]) || 1))} ${source}`);
    case "raw":
      return source.trim() === "" ? "" : htmlCode(source, "");
    default:
      return await renderMarkdown(withAttachments(source, cell, notebook), { hasFormulas: true });
  }
}

/** The language of a cell whose first line says which (`%%bash`). */
function magicLanguage(source: string): string | undefined {
  const name = /^\s*%%(bash|sh|html|javascript|js|latex|markdown|perl|ruby|sql|svg|R)\b/.exec(source)?.[1];
  return name?.toLowerCase();
}

const outputsOf = (cell: JsonObject): readonly JsonObject[] =>
  isArray(cell["outputs"]) ? cell["outputs"].filter(isObject) : [];

/** Pictures that a Markdown cell holds by itself. */
function withAttachments(source: string, cell: JsonObject, { pictures }: Notebook): string {
  const attachments = objectAt(cell, "attachments");
  return source.replace(
    /(\]\(|<img\b[^>]{0,300}\bsrc=")attachment:([^)\s"]{1,300})/g,
    (_, before: string, name: string) => {
      const bundle = objectAt(attachments, percentDecoded(name));
      return `${before}${pictureOf(bundle, pictures) ?? ""}`;
    },
  );
}

async function outputHtml(output: JsonObject, notebook: Notebook): Promise<string> {
  switch (output["output_type"]) {
    case "stream":
      return printed(linesAt(output, "text"));
    case "error":
    case "pyerr":
      return printed(
        linesAt(output, "traceback", "\n") || `${textAt(output, "ename") ?? ""}: ${textAt(output, "evalue") ?? ""}`,
      );
    default:
      return await shownHtml(isObject(output["data"]) ? output["data"] : ofVersion3(output), notebook);
  }
}

/** The fields of an output of nbformat 3 under the types that nbformat 4 gives them. */
function ofVersion3(output: JsonObject): JsonObject {
  const types = {
    text: "text/plain",
    html: "text/html",
    latex: "text/latex",
    png: "image/png",
    jpeg: "image/jpeg",
    svg: "image/svg+xml",
  };
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [type, output[name]]));
}

/** The richest form of an output that text can hold. */
async function shownHtml(bundle: JsonObject, { pictures, losses }: Notebook): Promise<string> {
  const plain = linesAt(bundle, "text/plain");
  const markdown = linesAt(bundle, "text/markdown");
  if (markdown !== "") return await renderMarkdown(markdown, { hasFormulas: true });
  const html = contentOf(linesAt(bundle, "text/html"));
  if (html !== undefined) return `<div>${html}</div>`;
  const tex = linesAt(bundle, "text/latex");
  if (tex !== "") return await renderMarkdown(tex.trim(), { hasFormulas: true });
  const picture = pictureOf(bundle, pictures);
  if (picture !== undefined) return `<p>${imageHtml(picture, pictureName(plain))}</p>`;
  if (Object.keys(bundle).some((type) => /^(?:image|video|audio)\//.test(type) && linesAt(bundle, type) !== "")) {
    losses.add("picture");
    return `<p>${imageHtml(undefined, pictureName(plain))}</p>`;
  }
  if (Object.keys(bundle).some((type) => /vnd\.|javascript/.test(type)) || linesAt(bundle, "text/html") !== "")
    losses.add("interactive output");
  return printed(plain);
}

/** `<Figure size 640x480 with 1 Axes>` names a picture well enough, without the brackets. */
const pictureName = (plain: string): string =>
  plain
    .trim()
    .replace(/^<(.*)>$/s, "$1")
    .split("\n", 1)[0]
    ?.slice(0, 200) ?? "";

/** HTML that has text or a picture; undefined where only scripts would draw something. */
function contentOf(html: string): string | undefined {
  if (html === "") return undefined;
  const body = bodyOf(parse(html.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "")));
  if (body === undefined) return undefined;
  const written = render(body.children, { encodeEntities: "utf8" });
  return textOf(body).trim() !== "" || /<img\s/i.test(written) ? written : undefined;
}

function pictureOf(bundle: JsonObject, pictures: Pictures): string | undefined {
  for (const type of ["image/png", "image/jpeg", "image/gif", "image/webp"]) {
    const data = linesAt(bundle, type);
    if (data !== "") return pictures.dataUri(Buffer.from(data, "base64"), type);
  }
  return undefined;
}

/** The output of a program, without the colours of a terminal (ECMA-48 §5.4) and the text that it wrote over. */
function printed(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const lines = text.replace(/\u001b\[[0-9;?]{0,50}[A-Za-z]/g, "").split("\n");
  const last = lines.map((line) => line.slice(line.trimEnd().lastIndexOf("\r") + 1).trimEnd());
  const plain = last.join("\n").trimEnd();
  if (plain.trim() === "") return "";
  const shown = plain.length > maxOutputCharacters ? `${plain.slice(0, maxOutputCharacters)}\n…` : plain;
  return htmlCode(shown, "");
}

/** Text that JSON holds as a string or as its lines. */
function linesAt(value: JsonObject, key: string, between = ""): string {
  const text = value[key];
  if (typeof text === "string") return text;
  return isArray(text) ? text.filter((line) => typeof line === "string").join(between) : "";
}

const objectAt = (value: JsonObject, key: string): JsonObject => (isObject(value[key]) ? value[key] : {});
