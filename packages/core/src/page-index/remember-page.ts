import type { Resources } from "../resources.ts";
import type { PageContent } from "../page/transform.ts";
import type { Capture } from "../ports/page-source.ts";

/**
 * Puts a page that was scraped into the index, or takes one out that is gone. Only what is really the page is indexed.
 * Resolves with a warning when the index failed. Never throws.
 */
export async function rememberPage(
  page: { readonly capture: Capture; readonly content: PageContent; readonly text: string },
  { pageIndex }: Pick<Resources, "pageIndex">,
): Promise<string | undefined> {
  const { capture, content, text } = page;
  const { title, description } = content.metadata;
  try {
    if (capture.status === 404 || capture.status === 410) await pageIndex.remove(capture.url);
    else if (capture.status < 300 && content.verdict === "ok") {
      await pageIndex.put({
        url: capture.url,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        text: text.slice(0, maxTextCharacters),
        links: (content.allLinks ?? []).slice(0, maxLinks),
        indexedAt: capture.capturedAt,
      });
    }
    return undefined;
  } catch (thrown) {
    return `The page could not be indexed: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
  }
}

/** What stands further down rarely decides whether a page is found. */
const maxTextCharacters = 100_000;
const maxLinks = 2000;
