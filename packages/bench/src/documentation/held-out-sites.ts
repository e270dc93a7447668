import { giDocgen, gtkDoc, javadoc, sphinx } from "./generators.ts";
import { latestSites } from "./latest-sites.ts";
import type { Site } from "./site.ts";

const vitepressConfig = `import { cpSync } from "node:fs";
cpSync("node_modules/pino/docs", "site", { recursive: true });
export default {
  title: "Pino", ignoreDeadLinks: true, lastUpdated: true, markdown: { html: false },
  themeConfig: {
    nav: [{ text: "API", link: "/api" }, { text: "Ecosystem", link: "/ecosystem" }],
    sidebar: ["api", "asynchronous", "browser", "bundling", "child-loggers", "diagnostics", "help", "lts", "pretty",
      "redaction", "transports", "web"].map((text) => ({ text, link: "/" + text })),
    editLink: { pattern: "https://example.org/edit/:path" },
    footer: { message: "Released under the MIT License.", copyright: "Copyright the Pino team" },
  },
};
`;

/** Sites that no rule was written on: the figures that count are theirs. */
export const heldOutSites: readonly Site[] = [
  { ...gtkDoc, package: "libgtk-3-doc", folder: "usr/share/gtk-doc/html" },
  { ...sphinx, package: "clang-14-doc", folder: "usr/share/doc/clang-14/html" },
  { ...sphinx, package: "python-werkzeug-doc", folder: "usr/share/doc/python-werkzeug-doc/html" },
  { ...sphinx, package: "cython-doc", folder: "usr/share/doc/cython-doc/html" },
  { ...sphinx, package: "python-nbsphinx-doc", folder: "usr/share/doc/python-nbsphinx/html" },
  { ...javadoc, package: "libdnssecjava-java-doc", folder: "usr/share/doc/libdnssecjava-java/api" },
  {
    package: "debian-handbook",
    folder: "usr/share/doc/debian-handbook/html/en-US",
    generator: "DocBook, Publican",
    content: "body",
    chrome: ".docnav, #banner, #title",
    open: "div.toc, .legalnotice, .copyright",
  },
  {
    package: "maxima-doc",
    folder: "usr/share/doc/maxima-doc/html",
    generator: "Texinfo",
    content: "body",
    chrome: "div.header, .copiable-anchor",
    open: "table.menu, div.contents, .categorybox",
    skip: /maxima_(?:toc|abt|37\d|38\d)\.html/,
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
    package: "pino-by-vitepress",
    folder: "site/.vitepress/dist",
    generator: "VitePress",
    content: "main",
    chrome: ".header-anchor, button.copy, span.lang",
    skip: /404|index\.html/,
    build: {
      packages: ["vitepress@1.6.4", "pino@9.9.0"],
      files: { "site/.vitepress/config.mjs": vitepressConfig },
      commands: [["vitepress", "build", "site"]],
    },
  },
  { ...sphinx, package: "python-xarray-doc", folder: "usr/share/doc/python-xarray-doc/html" },
  { ...giDocgen, package: "libgtk-4-doc", folder: "usr/share/doc/libgtk-4-doc/gtk4" },
  {
    package: "crystal-doc",
    folder: "usr/share/doc/crystal/api-docs",
    generator: "Crystal",
    content: ".main-content",
    chrome: ".method-permalink, .anchor",
  },
  {
    ...sphinx,
    generator: "Sphinx, PyData theme",
    package: "groonga-doc",
    folder: "usr/share/doc/groonga-doc/en",
    content: "main[role=main] section",
    chrome: `${sphinx.chrome}, .prev-next-area`,
  },
  {
    package: "erlang-proper-doc",
    folder: "usr/share/doc/erlang-proper-doc/edoc",
    generator: "EDoc",
    content: "body",
    chrome: ".navbar, body > p:last-child",
    open: "ul.index",
    skip: /index\.html|frame/,
  },
  {
    ...sphinx,
    generator: "Sphinx, in French",
    package: "developers-reference-fr",
    folder: "usr/share/developers-reference/fr",
  },
  {
    package: "maint-guide-ja",
    folder: "usr/share/doc/maint-guide-ja/html",
    generator: "DocBook, in Japanese",
    content: "body",
    chrome: ".navheader, .navfooter",
    open: "div.toc",
  },
  {
    package: "debian-faq-de",
    folder: "usr/share/doc/debian/FAQ/de",
    generator: "DocBook, in German",
    content: "body",
    chrome: ".navheader, .navfooter",
    open: "div.toc",
  },
  {
    package: "tomcat10-docs",
    folder: "usr/share/tomcat10-docs/docs",
    generator: "its own",
    content: "#content",
    open: "#Table_of_Contents, #Table_of_Contents + div",
    skip: /api\/|\/index\.html/,
  },
  {
    package: "pike8.0-doc",
    folder: "usr/share/doc/pike8.0-doc/html/reference",
    generator: "its own",
    content: ".contentbox",
  },
  ...latestSites,
];
