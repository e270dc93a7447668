/** Features that sites of the same generator share. */
export const sphinx = {
  generator: "Sphinx",
  content: "[role=main], div.body",
  chrome: ".headerlink, .viewcode-link, .viewcode-back, .reference.internal.viewcode",
  open: "nav.contents, div.contents",
  skip: /genindex|search\.html|py-modindex/,
} as const;
export const javadoc = {
  generator: "Javadoc",
  content: "main",
  chrome: ".subNav, .sub-nav",
  skip: /index-files|allclasses|overview-frame|package-frame|\/(?:help-doc|index)\.html/,
} as const;
export const doxygen = {
  generator: "Doxygen",
  content: "div.header .title, div.contents",
  open: "div.summary, .dyncontent, .toc",
  skip: /_source\.html|search\/|(?:^|\/)(?:functions|globals|namespacemembers|classes|hierarchy|annotated|files)/,
} as const;
export const gtkDoc = {
  generator: "gtk-doc",
  content: "div.refentry, div.chapter, div.part, div.book, div.index, div.glossary, div.reference",
  open: "div.toc",
} as const;
export const giDocgen = {
  generator: "gi-docgen",
  content: "#main",
  chrome: "a.anchor, .srclink",
  open: ".docblock.toc",
} as const;
