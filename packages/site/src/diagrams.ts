import { renderMermaidSVG } from "beautiful-mermaid";
import type { MarkdownRenderer } from "vitepress";

const colours = { bg: "var(--vp-c-bg)", fg: "var(--vp-c-text-1)", transparent: true };

/** Draws Mermaid diagrams while the site is built, in the colours of the theme. */
export function drawDiagrams(markdown: MarkdownRenderer): void {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() !== "mermaid") return fence?.(tokens, index, ...rest) ?? "";
    // A site that asks nobody else takes its fonts from its own style.
    const drawing = renderMermaidSVG(token.content, colours).replaceAll(/@import url\([^)]*\);/g, "");
    // A string, because Vue drops style elements from templates.
    return `<div class="diagram" v-html="${markdown.utils.escapeHtml(JSON.stringify(drawing))}"></div>\n`;
  };
}
