/** Names that only documentation generators put into `<meta name="generator">`. */
const generator =
  /^(?:antora|asciidoc|asciidoctor|crystal docs|dita|docbook|docfx|doctext|docusaurus|docutils|dokka|doxygen|esdoc|exdoc|ex_doc|gapdoc2html|gi-docgen|gitbook|groff|gtk-doc|haddock|hevea|honkit|javadoc|jsdoc|latex2html|latexml|linuxdoc-tools|madcap flare|makeinfo|mandoc|mdbook|mkdocs|natural docs|odoc|pdoc|phpdocumentor|publican|pydoctor|rdoc|redoc|robodoc|robohelp|rustdoc|sandcastle|scaladoc|sphinx|starlight|tex4ht|texi2any|texi2html|typedoc|vitepress|vuepress|yard|yuidoc)\b/;

/** True for the name, in lower case, of a program that makes documentation and nothing else. */
export const isDocumentationGenerator = (name: string): boolean => generator.test(name);
