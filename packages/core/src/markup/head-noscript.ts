const headNoscript = /<noscript\b[^>]*>((?:(?!<\/?(?:noscript|title|script)\b)[^])*)<\/noscript\s*>/gi;
const metadata = /^(?:\s|<!--[^]*?-->|<(?:link|meta)\b[^>]*>|<style\b[^>]*>[^<]*<\/style\s*>)*$/i;
const longestHead = 300_000;

/**
 * Takes everything but metadata out of the `noscript` elements of a head. Read as markup, as for readers without
 * scripts, a paragraph or tracking pixel there would end the head (HTML §13.2.6.4.5) and become visible.
 */
export function withoutHeadNoscript(html: string): string {
  const end = html.slice(0, longestHead).search(/<\/head\s*>|<body[\s>]/i);
  const head = end === -1 ? "" : html.slice(0, end);
  if (!/<noscript/i.test(head)) return html;
  const kept = head.replace(headNoscript, (noscript, content: string) => (metadata.test(content) ? noscript : ""));
  return kept + html.slice(end);
}
