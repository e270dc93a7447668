import { messageOfThrown } from "../errors.ts";
import type { Call } from "../ports/call.ts";
import type { PageContent } from "../transform/transformer.ts";
import type { Capture } from "../ports/page-source.ts";
import { isPrivateAnswer } from "../fetch/privacy.ts";
import { indexTeam } from "./index-team.ts";
import type { IndexDependencies } from "./dependencies.ts";
import { indexKey } from "./index-key.ts";

/** A page that was scraped. */
export interface RememberedPage {
  readonly capture: Capture;
  readonly content: PageContent;
  readonly text: string;
}

/**
 * Puts a page that was scraped into the index, or takes one out that is gone. An address that leads to another one has
 * no text of its own any more, and is taken out, too. Only what is really the page is indexed, and what a site keeps from
 * others isn't where teams share the index. Resolves with a warning when the index failed. Never throws.
 */
export async function rememberPage(
  { capture, content, text }: RememberedPage,
  call: Pick<Call, "principal">,
  resources: Pick<IndexDependencies, "pageIndex" | "policy">,
): Promise<string | undefined> {
  const { pageIndex, policy } = resources;
  const { title, description } = content.metadata;
  const team = indexTeam(call, resources);
  try {
    if (policy.sharesIndex && isPrivateAnswer(capture)) return undefined;
    const isGone = capture.status === 404 || capture.status === 410 || content.verdict === "soft-404";
    const isPage = !isGone && capture.status < 300 && content.verdict === "ok";
    // A redirect to anything else, such as a login or an outage, says nothing of the page that was asked for.
    const isMoved = (isGone || isPage) && indexKey(capture.requestedUrl) !== indexKey(capture.url);
    if (isMoved) await pageIndex.remove(capture.requestedUrl, team);
    if (isGone) await pageIndex.remove(capture.url, team);
    if (isPage) {
      await pageIndex.put({
        team,
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
    return `The page could not be indexed: ${messageOfThrown(thrown)}.`;
  }
}

/** Text further down rarely decides if a page is found. */
const maxTextCharacters = 100_000;
const maxLinks = 2000;
