import { gtkDoc, javadoc, sphinx } from "./generators.ts";
import type { Site } from "./site.ts";

const vitepressConfig = `import { cpSync } from "node:fs";
cpSync("node_modules/fastify/docs", "site", { recursive: true });
const links = (folder, names) => names.map((text) => ({ text, link: "/" + folder + "/" + text }));
export default {
  title: "Fastify", ignoreDeadLinks: true, lastUpdated: true,
  themeConfig: {
    nav: [{ text: "Guides", link: "/Guides/Index" }, { text: "Reference", link: "/Reference/Index" }],
    sidebar: [
      { text: "Guides", items: links("Guides", ["Getting-Started", "Plugins-Guide", "Testing", "Serverless", "Ecosystem"]) },
      { text: "Reference", items: links("Reference", ["Server", "Routes", "Hooks", "Reply", "Request", "Errors", "Logging"]) },
    ],
    editLink: { pattern: "https://example.org/edit/:path" },
    footer: { message: "Released under the MIT License.", copyright: "Copyright the Fastify team" },
  },
};
`;

/** Sites that no rule was written on: the figures that count are theirs. */
export const heldOutSites: readonly Site[] = [
  { ...gtkDoc, package: "libgtk-3-doc", folder: "usr/share/gtk-doc/html" },
  { ...sphinx, package: "clang-14-doc", folder: "usr/share/doc/clang-14/html" },
  { ...sphinx, package: "python-werkzeug-doc", folder: "usr/share/doc/python-werkzeug-doc/html" },
  { ...sphinx, package: "cython-doc", folder: "usr/share/doc/cython-doc/html" },
  {
    ...sphinx,
    generator: "Sphinx, Read the Docs theme",
    package: "python-attr-doc",
    folder: "usr/share/doc/python-attr-doc/html",
    content: "[itemprop=articleBody]",
  },
  {
    ...javadoc,
    generator: "Javadoc 17",
    package: "openjdk-17-doc",
    folder: "usr/share/doc/openjdk-17-jre-headless/api/java.base",
  },
  {
    package: "systemtap-doc",
    folder: "usr/share/doc/systemtap-doc",
    generator: "DocBook",
    content: "body",
    chrome: ".navheader, .navfooter, .docnav",
    open: "div.toc, #title, .docnav",
  },
  {
    package: "docbook-xsl-doc-html",
    folder: "usr/share/doc/docbook-xsl-doc-html/doc",
    generator: "DocBook",
    content: "body",
    chrome: ".navheader, .navfooter",
    open: "div.toc, .legalnotice, .copyright",
  },
  {
    package: "valgrind",
    folder: "usr/share/doc/valgrind/html",
    generator: "DocBook",
    content: "body",
    chrome: "table.nav",
    open: "div.toc",
  },
  {
    package: "gnuplot-doc",
    folder: "usr/share/doc/gnuplot/htmldocs",
    generator: "LaTeX2HTML",
    content: "body",
    chrome: ".navigation",
    open: ".ChildLinks, address",
  },
  {
    package: "exim4-doc-html",
    folder: "usr/share/doc/exim4-doc-html/spec_html",
    generator: "its own",
    content: "#chapter, .chapter",
    chrome: ".previous_page, .next_page, .toc_page",
    open: "#options",
    skip: /index/,
  },
  {
    package: "site-by-jsdoc",
    folder: "out",
    generator: "JSDoc",
    content: "#main",
    skip: /\.js\.html|index\.html/,
    build: {
      packages: ["jsdoc@4.0.5", "three@0.180.0"],
      commands: [["jsdoc", "-r", "-d", "out", "node_modules/three/src/core", "node_modules/three/src/math"]],
    },
  },
  {
    package: "site-by-vitepress",
    folder: "site/.vitepress/dist",
    generator: "VitePress",
    content: "main",
    chrome: ".header-anchor, button.copy, span.lang",
    skip: /404|index\.html/,
    build: {
      packages: ["vitepress@1.6.4", "fastify@5.12.8"],
      files: { "site/.vitepress/config.mjs": vitepressConfig },
      commands: [["vitepress", "build", "site"]],
    },
  },
];
