import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../pack.ts";

/** A block of TypeScript on a page. */
export interface CodeBlock {
  readonly page: string;
  /** Such as `docs/guide/crawl.md, line 3`. */
  readonly place: string;
  /** The file of a sample in a reader's project: the name in its first line, else one of its own. */
  readonly file: string;
  readonly code: string;
  /** True if it imports a file of the reader's that the page does not have. */
  readonly isSketch: boolean;
  /** True if it is a program by itself: it imports what it uses, and needs nothing that is not here. */
  readonly isProgram: boolean;
}

/** The blocks of a page. `<!-- needs: … -->` above one says what is missing to run it; it is compiled all the same. */
export function codeBlocksOf(page: string): readonly CodeBlock[] {
  const markdown = readFileSync(join(root, page), "utf8");
  const found = markdown.matchAll(/(<!-- needs: [^>]*-->\s*)?^```(tsx?)\n(.*?)^```/gms);
  const blocks = Array.from(found, ({ 1: needs, 2: language = "ts", 3: code = "", index }) => {
    const line = markdown.slice(0, index).split("\n").length;
    const [, file = `block-${line}.${language}`] = /^\/\/ (\S+\.tsx?)\n/.exec(code) ?? [];
    const isProgram = /^import /m.test(code) && language === "ts" && !code.includes(' from "vitest"');
    return { page, place: `${page}, line ${line}`, file, code, isProgram: isProgram && needs === undefined };
  });
  const names = new Set(blocks.map(({ file }) => basename(file).replace(/\.tsx?$/, "")));
  const isKnown = (path: string) => path.startsWith("./src/") || names.has(basename(path).replace(/\.tsx?$/, ""));
  return blocks.map((block) => {
    const own = Array.from(block.code.matchAll(/ from "(\.[^"]*)"/g), ([, path = ""]) => path);
    return { ...block, isSketch: !own.every(isKnown), isProgram: block.isProgram && own.length === 0 };
  });
}
