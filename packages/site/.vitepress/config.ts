import { createRequire } from "node:module";
import { defineConfig } from "vitepress";
import { drawDiagrams } from "../src/diagrams.ts";
import { linkPages } from "../src/links.ts";
import { addressOf, pageFiles } from "../src/repository.ts";
import { sidebar } from "../src/sidebar.ts";
import { anchorOf } from "../../workshop/src/check/links.ts";

const pages = new Set(pageFiles());
const require = createRequire(import.meta.url);
const own = "packages/site/";

/** The documentation as a site. Its pages are the Markdown files of the repository as they stand. */
export default defineConfig({
  title: "Garner",
  description: "The web-data engine you embed.",
  lang: "en",
  srcDir: "../..",
  outDir: "dist",
  cacheDir: "node_modules/.cache/vitepress",
  // Whatever is no page would be taken for one.
  srcExclude: ["*.md", "packages/*/{src,test,bench,fixtures,.vitepress}/**", "examples/*/*/**", "**/.*/**"],
  rewrites: (file) => (pages.has(file) ? `${addressOf(file).slice(1)}.md` : file.replace(own, "")),
  head: [["link", { rel: "icon", href: "/garner.svg", type: "image/svg+xml" }]],
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      linkPages(markdown);
      drawDiagrams(markdown);
    },
  },
  vite: {
    publicDir: "packages/site/public",
    build: { chunkSizeWarningLimit: 4000 },
    // Pages in docs/ find no Vue above them: they take this package's.
    resolve: {
      alias: [
        { find: /^vue$/, replacement: require.resolve("vue/dist/vue.runtime.esm-bundler.js") },
        { find: /^vue\/server-renderer$/, replacement: require.resolve("vue/server-renderer") },
      ],
    },
  },
  // The tables of the reference need the whole width.
  transformPageData: ({ relativePath, frontmatter }) => {
    if (/^reference\/|^guide\/configuration|^glossary|^migration/.test(relativePath)) frontmatter["aside"] = false;
  },
  themeConfig: {
    logo: "/garner.svg",
    search: { provider: "local", options: { detailedView: true } },
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    nav: [
      { text: "Quickstart", link: "/guide/quickstart.html" },
      { text: "Reference", link: "/reference/operations.html" },
      { text: "Architecture", link: "/architecture.html" },
    ],
  },
});
