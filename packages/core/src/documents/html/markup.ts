const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Makes text safe inside HTML text and double-quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? "");

/**
 * True for an address that a link of a document may lead to: one on the web, or one relative to the document's own (RFC 3986
 * §4.2). Places inside of the document, files of its author's computer and network, and scripts are none.
 */
export function isLinkable(address: string): boolean {
  // Browsers leave out such characters (URL Standard §4.4).
  // oxlint-disable-next-line no-control-regex
  const bare = address.replace(/[\0-\x20]+/g, "");
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(bare)?.[1];
  return scheme === undefined ? !/^(?:#|\\\\|$)/.test(bare) : /^(?:https?|mailto|ftp|tel)$/i.test(scheme);
}

/** A link around HTML; the HTML alone where there is no address to link to. */
export const linkedHtml = (href: string | undefined, html: string): string =>
  href === undefined || !isLinkable(href) || html.trim() === "" ? html : `<a href="${escapeHtml(href)}">${html}</a>`;

/** Paragraphs as links to one address, but for those that hold links of their own. */
export const linkedParagraphs = (href: string | undefined, html: string): string =>
  href === undefined
    ? html
    : html.replace(
        /<p>((?:(?!<p>|<\/p>|<a )[\s\S])*)<\/p>/g,
        (_, inside: string) => `<p>${linkedHtml(href, inside)}</p>`,
      );

/** The mark of a note in the text, which leads to the note and is led back to. */
export const noteMark = (number: number, text = String(number)): string =>
  `<sup><a href="#fn${number}" id="fnref${number}">${text}</a></sup>`;

/** One paragraph needs no element of its own in a cell, an item or a note. */
export const unwrapped = (html: string): string => /^<p>((?:(?!<p>|<\/p>)[\s\S])*)<\/p>$/.exec(html)?.[1] ?? html;

/** A link; the text alone where there is no address to link to. The text is escaped, so it may hold anything. */
export const htmlLink = (href: string | undefined, text: string): string => linkedHtml(href, escapeHtml(text));

/** A block of code that keeps its white space; `language` becomes the info string of the Markdown fence. */
export function htmlCode(text: string, language: string): string {
  const name = language === "" ? "" : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${name}>${escapeHtml(text)}</code></pre>`;
}

/** A Markdown code fence longer than every run of backticks inside (CommonMark §4.5), so that nothing can close it. */
export function fence(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const marker = "`".repeat(longest + 1);
  return `${marker}${language}\n${text.replace(/(?<!\n)\n+$/, "")}\n${marker}\n`;
}

/** Paragraphs of plain text; empty ones go. */
export const plainParagraphs = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .map((text) => (text === "" ? "" : `<p>${escapeHtml(text)}</p>`))
    .join("");

/** A break before the page of this number (DPUB-ARIA 1.1, `doc-pagebreak`). */
export const pageBreakHtml = (number: number): string => `<hr role="doc-pagebreak" aria-label="${number}">`;

/** Web addresses in running text, without the punctuation after them. */
const addressInText = /\bhttps?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/g;

/** Text as HTML, its web addresses as links. */
export function linkAddresses(text: string): string {
  let html = "";
  let end = 0;
  for (const match of text.matchAll(addressInText)) {
    const address = escapeHtml(match[0]);
    html += `${escapeHtml(text.slice(end, match.index))}<a href="${address}">${address}</a>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(end));
}
