/** A document that a public package holds. */
export interface PublicDocument {
  readonly name: string;
  /** A package of Debian, or of npm after `npm:`. */
  readonly package: string;
  /** The path within the package. */
  readonly path: string;
  readonly kind: "pdf" | "docx";
}

const systemtap = "usr/share/doc/systemtap-doc";
const pdf = (name: string, from: string, path: string): PublicDocument => ({ name, package: from, path, kind: "pdf" });
const word = (name: string): PublicDocument => ({
  name: `${name}.docx`,
  package: "npm:mammoth@1.13.0",
  path: `package/test/test-data/${name}.docx`,
  kind: "docx",
});

/** Manuals set by TeX, FOP and DocBook, and the documents with which mammoth is tested. */
export const documents: readonly PublicDocument[] = [
  pdf("SystemTap beginners guide", "systemtap-doc", `${systemtap}/SystemTap_Beginners_Guide.pdf`),
  pdf("SystemTap language reference", "systemtap-doc", `${systemtap}/langref.pdf`),
  pdf("SystemTap tapsets", "systemtap-doc", `${systemtap}/tapsets.pdf`),
  pdf("SystemTap tutorial", "systemtap-doc", `${systemtap}/tutorial.pdf`),
  pdf("gnuplot", "gnuplot-doc", "usr/share/doc/gnuplot/gnuplot.pdf"),
  pdf("zsh", "zsh-doc", "usr/share/doc/zsh-common/zsh.pdf"),
  pdf("Debian reference", "debian-reference-en", "usr/share/debian-reference/debian-reference.en.pdf"),
  pdf("Erlang sasl", "erlang-doc", "usr/share/doc/erlang-doc/lib/sasl-4.2/doc/pdf/sasl-4.2.pdf"),
  pdf("Erlang et", "erlang-doc", "usr/share/doc/erlang-doc/lib/et-1.6.5/doc/pdf/et-1.6.5.pdf"),
  pdf("Erlang parsetools", "erlang-doc", "usr/share/doc/erlang-doc/lib/parsetools-2.4.1/doc/pdf/parsetools-2.4.1.pdf"),
  word("comments"),
  word("endnotes"),
  word("footnote-hyperlink"),
  word("footnotes"),
  word("simple-list"),
  word("strict-format"),
  word("strikethrough"),
  word("tables"),
  word("text-box"),
  word("utf8-bom"),
];
