/** At the start of a line: quotes, headings, fences, and the rule below a table's head. */
const lineMarks = /^[ \t]*(?:(?:>[ \t]?)+|#{1,6}[ \t]+|`{3,}[^\n]*|\|[ \t|:-]*$)/gm;

/** Within a line, with bounds, so that no text makes it look back and forth: an unclosed bracket ends after so much. */
const inlineMarks = new RegExp(
  [
    /\\(?<literal>[!-/:-@[-`{-~]|\n)/,
    /(?<!`)(?<ticks>`+)(?!`)(?<code>[^\n]{1,300}?)(?<!`)\k<ticks>(?!`)/,
    /!?\[(?<label>(?:\\.|[^\]\\\n]){0,300})\]\((?:\\.|[^()\\\n]|\([^()\n]{0,300}\)){0,2000}\)/,
    /(?<emphasis>\*+(?=\S)|(?<=\S)\*+|~~|(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_]))/u,
    /\|/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** Markdown as its reader sees it, without the marks: links as their texts, escaped characters as themselves. Pure. */
export function plainText(markdown: string): string {
  return withoutInlineMarks(markdown.replace(lineMarks, ""));
}

function withoutInlineMarks(text: string): string {
  return text.replace(inlineMarks, (...match) => {
    const { literal, code, label, emphasis } = match.at(-1) as Readonly<Record<string, string | undefined>>;
    if (label !== undefined) return withoutInlineMarks(label);
    return literal ?? code ?? (emphasis === undefined ? " " : "");
  });
}
