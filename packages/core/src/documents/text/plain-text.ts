import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import { decodeText } from "./decode-text.ts";
import { readMarkdown } from "./markdown.ts";
import { fence, htmlCode, linkAddresses } from "../html/markup.ts";
import { codeLanguageOf, urlExtension } from "./source-code.ts";

const markdownExtensions: ReadonlySet<string> = new Set(["md", "mdx", "markdown", "mkd", "mdown"]);

/**
 * Plain text. Servers send three things under this name, told apart by the name of the file:
 * Markdown (`.md`, `llms.txt`) is Markdown; source code becomes one fenced block; everything else is passed through
 * unchanged, because escaping every `*` and `_` would spoil the text for its reader, and a fence would hide that it is
 * prose. Nothing in it can become markup in `html`, where it is preformatted text with its web addresses as links.
 */
export const plainTextParser: BodyParser = {
  mediaTypes: ["text/plain", "application/x-subrip", "application/x-bibtex"],
  async parse(input) {
    const text = decodeText(input);
    const name = input.fileName ?? input.url;
    if (isMarkdown(name)) return readMarkdown(text, input.url);
    const language = codeLanguageOf(name);
    if (language !== undefined) {
      return { markdown: fence(text, language), html: htmlCode(text, language), metadata: {}, warnings: [] };
    }
    return readPlainText(text);
  },
};

function isMarkdown(name: string): boolean {
  return (
    markdownExtensions.has(urlExtension(name)) || /(?:^|\/)llms(?:-\w+)?\.txt$/i.test(name.split(/[?#]/, 1)[0] ?? "")
  );
}

function readPlainText(text: string): ParsedBody {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return {
    markdown: `${lines.join("\n").replace(/^\n+|(?<!\n)\n+$/g, "")}\n`,
    html: `<pre>${linkAddresses(text)}</pre>`,
    metadata: {},
    warnings: [],
  };
}
