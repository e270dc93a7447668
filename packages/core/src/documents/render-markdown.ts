/** Renders GitHub-flavoured Markdown to HTML. Raw HTML inside is kept, as the page pipeline cleans its input. */
export async function renderMarkdown(markdown: string): Promise<string> {
  const { Marked } = await import("marked");
  const body = markdown.replace(/^---\n[\s\S]{0,10000}?\n---\n/, "");
  return new Marked({ gfm: true, async: false }).parse(body, { async: false });
}
