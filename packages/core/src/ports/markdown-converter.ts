/**
 * Turns the cleaned HTML of a page, whose URLs are absolute, into Markdown. The built-in converter needs none; this is
 * for those who have rules of their own. Must be synchronous and must not throw on odd HTML.
 */
export type MarkdownConverter = (html: string, pageUrl: string) => string;
