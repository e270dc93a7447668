import type { TokenizerAndRendererExtension } from "marked";
import { escapeHtml } from "./html/markup.ts";

interface MarkdownOptions {
  /** Formulas in TeX between dollar signs become MathML that holds them, instead of text with emphasis in it. */
  readonly hasFormulas?: boolean;
}

/** Renders GitHub-flavoured Markdown to HTML. Raw HTML inside is kept, as the page pipeline cleans its input. */
export async function renderMarkdown(markdown: string, { hasFormulas = false }: MarkdownOptions = {}): Promise<string> {
  const { Marked } = await import("marked");
  const body = markdown.replace(/^---\n[\s\S]{0,10000}?\n---\n/, "");
  const extensions = hasFormulas ? [displayFormula, formula] : [];
  return new Marked({ gfm: true, async: false, extensions }).parse(body, { async: false });
}

/** `$$…$$` and environments as blocks (Jupyter's Markdown cells; GitHub's "Writing mathematical expressions"). */
const displayFormula: TokenizerAndRendererExtension = {
  name: "displayFormula",
  level: "block",
  start: (text) => text.match(/\$\$|\\begin\{/)?.index,
  tokenizer(text) {
    const found =
      /^ {0,3}\$\$([^$]{1,5000})\$\$[ \t]*(?:\n|$)/.exec(text) ??
      /^ {0,3}(\\begin\{([a-z]{1,20}\*?)\}[\s\S]{1,5000}?\\end\{\2\})[ \t]*(?:\n|$)/.exec(text);
    return found === null ? undefined : { type: "displayFormula", raw: found[0], tex: found[1] };
  },
  renderer: ({ tex }) => `<p>${mathHtml(String(tex), true)}</p>`,
};

const formula: TokenizerAndRendererExtension = {
  name: "formula",
  level: "inline",
  start: (text) => text.match(/\$/)?.index,
  tokenizer(text) {
    const display = /^\$\$([^$]{1,5000})\$\$/.exec(text);
    const found = display ?? /^\$(?![\s$])((?:\\\$|[^$\n]){0,999}[^\s$\\]|[^\s$\\])\$(?!\d)/.exec(text);
    return found === null ? undefined : { type: "formula", raw: found[0], tex: found[1], display: display !== null };
  },
  renderer: ({ tex, display }) => mathHtml(String(tex), display === true),
};

const mathHtml = (tex: string, display: boolean): string =>
  `<math${display ? ' display="block"' : ""} alttext="${escapeHtml(tex.trim())}"></math>`;
