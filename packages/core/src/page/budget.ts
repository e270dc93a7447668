/**
 * Most tags of a page that are read. Reading takes time and memory for every tag, some ten microseconds and a kilobyte, so
 * this bounds both, in the same way on every machine. The largest pages that people write have a fifth of it.
 */
export const maxTags = 500_000;

/** Templates within templates that are read; each further one costs the tree builder a look at all others. */
const maxTemplateDepth = 500;

/** The part of a page that is read, and what the caller should know when that is not all of it. */
export interface BoundedHtml {
  readonly html: string;
  readonly warning: string | undefined;
}

/** Cuts a page before what is too much to read. Linear; pure. */
export function withinBudget(html: string, mostTags = maxTags): BoundedHtml {
  const end = Math.min(tooManyTags(html, mostTags), tooDeepTemplate(html));
  if (end === Infinity) return { html, warning: undefined };
  const most = mostTags.toLocaleString("en");
  return {
    html: html.slice(0, end),
    warning: `The page has more than ${most} tags, or nests templates endlessly; what comes after that is missing.`,
  };
}

/** Where the first tag stands that is one too many. */
function tooManyTags(html: string, mostTags: number): number {
  let tags = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) {
    tags += 1;
    if (tags > mostTags) return at;
  }
  return Infinity;
}

function tooDeepTemplate(html: string): number {
  let depth = 0;
  for (const { 0: tag, index } of html.matchAll(/<\/?template\b/gi)) {
    depth = Math.max(0, depth + (tag.startsWith("</") ? -1 : 1));
    if (depth > maxTemplateDepth) return index;
  }
  return Infinity;
}
