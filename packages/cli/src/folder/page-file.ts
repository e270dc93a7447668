import { dirname, relative } from "node:path/posix";

/** The head of a page's file. */
export interface PageHead {
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  readonly fetchedAt: string;
}

/** A page as a file: front matter in YAML, then its Markdown. Pure. */
export function pageFile(head: PageHead, markdown: string): string {
  const lines = Object.entries(head)
    .filter(([, value]) => value !== undefined && value !== "")
    // A JSON string is a YAML string.
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${markdown.trim()}\n`;
}

/** A link or picture with an absolute address; code that shows one is matched first, so that it stays as it is. */
const codeOrLink =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[^\n]*$|(`+)(?!`)[\s\S]*?[^`]\2(?!`)|\]\((<?)(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)\3/gm;

/** A page's Markdown with relative links to files of the folder: `fileOf` knows the file of a URL. Pure. */
export function withRelativeLinks(markdown: string, file: string, fileOf: (url: string) => string | undefined): string {
  return markdown.replaceAll(codeOrLink, (whole: string, _fence, _ticks, _bracket, url: string | undefined) => {
    if (url === undefined) return whole;
    const [address = "", fragment] = url.split("#", 2);
    const target = fileOf(address);
    if (target === undefined) return whole;
    const path = relative(dirname(file), target) || target;
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    return `](${encoded}${fragment === undefined ? "" : `#${fragment}`}`;
  });
}
