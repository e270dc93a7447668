import { relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { addressOf, root, targetOf } from "./repository.ts";

/** Lets links between files of the repository lead to their pages on the site. */
export function linkPages(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("garner-links", ({ tokens, env }) => {
    const { realPath } = env as { readonly realPath?: string };
    if (realPath === undefined) return;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      const target = href === null ? undefined : targetOf(relative(root, realPath), href);
      if (target !== undefined) token.attrSet("href", pageOf(target, href?.split("#")[1]));
    }
  });
}

function pageOf(target: string, anchor: string | undefined): string {
  const address = addressOf(target);
  return `${address === "/" ? "/" : `${address}.html`}${anchor === undefined ? "" : `#${anchor}`}`;
}
