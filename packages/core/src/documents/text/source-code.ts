import type { BodyParser } from "../../ports/body-parser.ts";
import { decodeText } from "./decode-text.ts";
import { fence, htmlCode } from "../html/markup.ts";

const languageByMediaType: Readonly<Record<string, string>> = {
  "text/css": "css",
  "text/javascript": "javascript",
  "application/javascript": "javascript",
  "application/x-javascript": "javascript",
  "application/ecmascript": "javascript",
  "text/ecmascript": "javascript",
  "application/typescript": "typescript",
  "text/typescript": "typescript",
  "text/jsx": "jsx",
  "text/yaml": "yaml",
  "text/x-yaml": "yaml",
  "application/yaml": "yaml",
  "application/x-yaml": "yaml",
  "application/toml": "toml",
  "text/x-python": "python",
  "application/x-python": "python",
  "text/x-script.python": "python",
  "text/x-c": "c",
  "text/x-csrc": "c",
  "text/x-chdr": "c",
  "text/x-c++": "cpp",
  "text/x-c++src": "cpp",
  "text/x-csharp": "csharp",
  "text/x-java": "java",
  "text/x-java-source": "java",
  "text/x-kotlin": "kotlin",
  "text/x-scala": "scala",
  "text/x-swift": "swift",
  "text/x-go": "go",
  "text/x-rust": "rust",
  "text/rust": "rust",
  "text/x-ruby": "ruby",
  "application/x-ruby": "ruby",
  "application/x-httpd-php": "php",
  "text/x-php": "php",
  "text/x-perl": "perl",
  "text/x-lua": "lua",
  "text/x-sh": "sh",
  "application/x-sh": "sh",
  "text/x-shellscript": "sh",
  "application/sql": "sql",
  "text/x-sql": "sql",
  "application/graphql": "graphql",
  "text/x-diff": "diff",
  "text/x-patch": "diff",
  "text/x-tex": "latex",
  "application/x-tex": "latex",
  "text/x-ini": "ini",
  "text/x-properties": "properties",
  "text/calendar": "ics",
  "text/vcard": "vcard",
};

const languageByExtension: Readonly<Record<string, string>> = {
  bash: "bash",
  c: "c",
  cc: "cpp",
  cfg: "ini",
  cjs: "javascript",
  cpp: "cpp",
  cs: "csharp",
  css: "css",
  diff: "diff",
  ex: "elixir",
  go: "go",
  h: "c",
  hpp: "cpp",
  hs: "haskell",
  ini: "ini",
  java: "java",
  js: "javascript",
  jsx: "jsx",
  kt: "kotlin",
  lua: "lua",
  mjs: "javascript",
  patch: "diff",
  php: "php",
  pl: "perl",
  py: "python",
  r: "r",
  rb: "ruby",
  rs: "rust",
  scala: "scala",
  sh: "sh",
  sql: "sql",
  swift: "swift",
  tex: "latex",
  toml: "toml",
  ts: "typescript",
  tsx: "tsx",
  yaml: "yaml",
  yml: "yaml",
};

/** The last extension in the path of a URL, lower case; empty where there is none. */
export function urlExtension(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** The language of a source file that a server sends as plain text, told by its name; undefined for prose. */
export const codeLanguageOf = (url: string): string | undefined => languageByExtension[urlExtension(url)];

/** Source code and configuration files: one fenced block in their language, byte for byte. */
export const sourceCodeParser: BodyParser = {
  mediaTypes: Object.keys(languageByMediaType),
  async parse(input) {
    const language = languageByMediaType[input.mediaType] ?? "";
    const text = decodeText(input);
    return { markdown: fence(text, language), html: htmlCode(text, language), metadata: {}, warnings: [] };
  },
};
