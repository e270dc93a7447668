import type { Reader } from "./reader.ts";

/**
 * The place of the end tag for an element with plain text as content (HTML Standard §13.2.5.2–3); the end of the source
 * if there is none.
 */
export function rawTextEnd({ html, at }: Reader, tagName: string): number {
  const length = tagName.length;
  for (let open = html.indexOf("</", at); open !== -1; open = html.indexOf("</", open + 2)) {
    const end = open + 2 + length;
    if (isNameEnd(html, end) && html.slice(open + 2, end).toLowerCase() === tagName) return open;
  }
  return html.length;
}

/**
 * The place of a script's end tag. A script inside a comment may write out scripts of its own, whose end tags do not
 * count (HTML Standard §13.2.5.15–31).
 */
export function scriptEnd({ html, at }: Reader): number {
  const scriptMarks = /<!--|-->|<\/?script(?=[\t\n\f />])/gi;
  let place: "script" | "comment" | "inner script" = "script";
  scriptMarks.lastIndex = at;
  for (let mark = scriptMarks.exec(html); mark !== null; mark = scriptMarks.exec(html)) {
    const [sign] = mark;
    if (sign === "-->") place = "script";
    else if (sign === "<!--") {
      if (place === "script") place = "comment";
      scriptMarks.lastIndex = mark.index + 2; // its dashes may close it already
    } else if (sign.startsWith("</")) {
      if (place !== "inner script") return mark.index;
      place = "comment";
    } else if (place === "comment") place = "inner script";
  }
  return html.length;
}

function isNameEnd(html: string, index: number): boolean {
  const sign = html[index];
  return sign === ">" || sign === "/" || sign === " " || sign === "\n" || sign === "\t" || sign === "\f";
}
