/** The signs of a selector that weigh, or that open and close a list of others. */
const sign = /\\[^]|\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]?|::?[\w-]+\(?|(#|\.)?(?:[\w-]|[^\x00-\x7F]|\\[^])+|[(),]/g;

/** A list of selectors in parentheses, and what it adds to the selector around it. */
interface List {
  readonly counts: "the most" | "a class" | "nothing";
  most: number;
  sum: number;
}

/**
 * The specificity of a selector as a number that orders as the triple does (Selectors 4 §17): `:is()`, `:not()` and `:has()`
 * weigh as the heaviest of theirs, `:where()` weighs nothing. Linear in the length of the selector.
 */
export function specificityOf(selector: string): number {
  let list: List = { counts: "the most", most: 0, sum: 0 };
  const around: List[] = [];
  for (const [text, marker] of selector.matchAll(sign)) {
    if (text.endsWith("(") && !text.startsWith("\\")) {
      around.push(list);
      list = { counts: countingOf(text), most: 0, sum: 0 };
    } else if (text === ",") {
      list.most = Math.max(list.most, list.sum);
      list.sum = 0;
    } else if (text === ")") {
      const weight = list.counts === "the most" ? Math.max(list.most, list.sum) : list.counts === "a class" ? 100 : 0;
      list = around.pop() ?? list;
      list.sum += weight;
    } else list.sum += weightOf(text, marker);
  }
  return Math.max(list.most, list.sum);
}

const countingOf = (opening: string): List["counts"] =>
  /^:(?:is|not|has|matches|-webkit-any|-moz-any)\($/i.test(opening)
    ? "the most"
    : /^:where\($/i.test(opening)
      ? "nothing"
      : "a class";

function weightOf(text: string, marker: string | undefined): number {
  if (marker === "#") return 10_000;
  if (marker === "." || text.startsWith("[")) return 100;
  if (text.startsWith(":")) return text.startsWith("::") ? 1 : 100;
  return /^[a-z]/i.test(text) ? 1 : 0;
}
