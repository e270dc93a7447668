/** Styles of a run of text that have an HTML element. */
export interface Emphasis {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly deleted?: boolean | undefined;
  readonly code?: boolean | undefined;
  readonly shift?: "sup" | "sub" | undefined;
}

/** HTML of a run of text within the elements of its styles; blank text as it is. */
export function emphasised(html: string, { bold, italic, deleted, code, shift }: Emphasis): string {
  if (html.trim() === "") return html;
  const tags = [
    ...(code === true ? ["code"] : []),
    ...(shift === undefined ? [] : [shift]),
    ...(deleted === true ? ["del"] : []),
    ...(italic === true ? ["em"] : []),
    ...(bold === true ? ["strong"] : []),
  ];
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, html);
}

/** True for the name of a font whose letters are all of one width, as code is set in. */
export const isMonospaced = (font: string | undefined): boolean =>
  font !== undefined && /courier|consol|\bmono\b|monospace|menlo|monaco/i.test(font);
