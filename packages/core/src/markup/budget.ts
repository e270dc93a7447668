/**
 * Most tags of a page that are read. Reading takes time and memory for every tag, some ten microseconds and a kilobyte, so
 * this bounds both, in the same way on every machine. The largest pages that people write have a fifth of it.
 */
export const maxTags = 500_000;

/** Templates within templates that are read; each further one costs the tree builder a look at all others. */
const maxTemplateDepth = 500;

/** The part of a page that is read, and a warning when that is not all of it. */
export interface BoundedHtml {
  readonly html: string;
  readonly warning: string | undefined;
}

/** Cuts a page where it becomes too much to read. Linear; pure. */
export function withinBudget(html: string, limit = maxTags): BoundedHtml {
  const end = endOfBudget(html, limit);
  if (end === html.length) return { html, warning: undefined };
  const most = limit.toLocaleString("en");
  return {
    html: html.slice(0, end),
    warning: `The page has more than ${most} tags, or nests templates endlessly; what comes after that is missing.`,
  };
}

/** The place of the first tag that is one too many, or opens a template one too deep. */
function endOfBudget(html: string, limit: number): number {
  let tags = 0;
  let depth = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) {
    tags += 1;
    depth = Math.max(0, depth + templatesOpened(html, at));
    if (tags > limit || depth > maxTemplateDepth) return at;
  }
  return html.length;
}

/** One for `<template`, minus one for `</template`, nothing for any other tag. */
function templatesOpened(html: string, at: number): number {
  const closes = html.charCodeAt(at + 1) === 0x2f;
  const name = closes ? at + 2 : at + 1;
  if ((html.charCodeAt(name) | 0x20) !== 0x74 || !/^template\b/i.test(html.slice(name, name + 9))) return 0;
  return closes ? -1 : 1;
}
