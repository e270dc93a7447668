import type { TokenizerAndRendererExtension } from "marked";
import { escapeHtml, htmlCode } from "./html/markup.ts";

interface MarkdownOptions {
  /** Formulas in TeX between dollar signs become MathML that holds them, instead of text with emphasis in it. */
  readonly hasFormulas?: boolean;
}

/** Marked's patterns exhaust the stack over a longer one. */
const longestParagraph = 4_000_000;

/** Characters that Marked's patterns pass in words: each sign in a word that may begin a link or emphasis takes them to its end. */
const maxPassed = 2_000_000_000;

/** A line whose marks of quotations and lists nest deeper than any reader follows; Marked reads it once for each of them. */
const nestedLine = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){200}/m;

/**
 * Renders GitHub-flavoured Markdown to HTML. Raw HTML inside is kept, as the page pipeline cleans its input. Text with a
 * paragraph of millions of characters, or nested hundreds of times, becomes a block of code.
 */
export async function renderMarkdown(markdown: string, { hasFormulas = false }: MarkdownOptions = {}): Promise<string> {
  const { Marked } = await import("marked");
  const body = markdown.replace(/^---\n[\s\S]{0,10000}?\n---\n/, "");
  if (hasEndlessParagraph(body) || hasEndlessWord(body) || nestedLine.test(body)) return htmlCode(body, "markdown");
  const extensions = hasFormulas ? [displayFormula, formula] : [];
  try {
    return new Marked({ gfm: true, async: false, extensions }).parse(body, { async: false });
  } catch (thrown) {
    if (thrown instanceof RangeError) return htmlCode(body, "markdown"); // nested deeper than the stack holds
    throw thrown;
  }
}

function hasEndlessParagraph(text: string): boolean {
  for (let start = 0, end = 0; end !== -1 && text.length - start > longestParagraph; start = end + 2) {
    end = text.indexOf("\n\n", start);
    if ((end === -1 ? text.length : end) - start > longestParagraph) return true;
  }
  return false;
}

function hasEndlessWord(text: string): boolean {
  let passed = 0;
  for (const [word] of text.matchAll(/\S+/g))
    if (word.length > longWord) passed += word.length * (word.match(/[!_~`*[]|http/gi)?.length ?? 0);
  return passed > maxPassed;
}

/** Shorter words take no time to speak of. */
const longWord = 1000;

/** Characters in which the next formula is looked for; all of the text would be searched again for every word. */
const reach = 20_000;

/** `$$…$$` and environments as blocks (Jupyter's Markdown cells; GitHub's "Writing mathematical expressions"). */
const displayFormula: TokenizerAndRendererExtension = {
  name: "displayFormula",
  level: "block",
  start: (text) => {
    const at = text.slice(0, reach).search(/\n {0,3}(?:\$\$|\\begin\{)/);
    return at === -1 ? undefined : at + 1;
  },
  tokenizer(text) {
    const found = /^ {0,3}\$\$([^$]{1,5000})\$\$[ \t]*(?:\n|$)/.exec(text);
    if (found !== null) return { type: "displayFormula", raw: found[0], tex: found[1] };
    const environment = environmentAt(text);
    return environment === undefined ? undefined : { type: "displayFormula", raw: environment, tex: environment };
  },
  renderer: ({ tex }) => `<p>${mathHtml(String(tex), true)}</p>`,
};

/** An environment of TeX that a text begins with. */
function environmentAt(text: string): string | undefined {
  const name = /^ {0,3}\\begin\{([a-z]{1,20}\*?)\}/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const end = `\\end{${name}}`;
  const at = text.slice(0, reach).indexOf(end);
  return at === -1 ? undefined : text.slice(0, at + end.length);
}

const formula: TokenizerAndRendererExtension = {
  name: "formula",
  level: "inline",
  start: (text) => {
    const at = text.slice(0, reach).indexOf("$");
    return at === -1 ? undefined : at;
  },
  tokenizer(text) {
    const display = /^\$\$([^$]{1,5000})\$\$/.exec(text);
    const found = display ?? /^\$(?![\s$])((?:\\\$|[^$\n]){0,999}[^\s$\\]|[^\s$\\])\$(?!\d)/.exec(text);
    if (found !== null) return { type: "formula", raw: found[0], tex: found[1], display: display !== null };
    // Text with signs of dollars in it: taken here, because what takes text otherwise looks far ahead each time.
    const raw = /^\$+[\w ,.]{0,1000}/.exec(text)?.[0];
    return raw === undefined ? undefined : { type: "text", raw, text: raw, escaped: false };
  },
  renderer: ({ tex, display }) => mathHtml(String(tex), display === true),
};

const mathHtml = (tex: string, display: boolean): string =>
  `<math${display ? ' display="block"' : ""} alttext="${escapeHtml(tex.trim())}"></math>`;
