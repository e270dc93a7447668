import type { Block, Region } from "../blocks/flat-page.ts";
import type { Profile } from "../signals/profile.ts";

/** Names of what stands beside the content, and that nobody misses. */
const names = [
  "comment",
  "related",
  "newsletter",
  "share",
  "advert",
  "author",
  "consent",
  "overlay",
  "login",
  "review",
] as const;
const elements = ["aside", "footer", "nav", "form"] as const;

/** Where most of the content is, and the blocks that were found to be chrome. */
interface Surroundings {
  readonly home: Region;
  readonly chrome: readonly boolean[];
}

/**
 * Tells blocks that are marked as something else than content: found to be chrome, or standing beside the content, by a
 * name, an element or the frame of the page around them. What marks the home of the content as well, such as a form
 * around the whole page, tells nothing apart.
 */
export function markedIn({ traits }: Profile, { home, chrome }: Surroundings): (block: Block) => boolean {
  const nearest = [...names.map(traits.concept), ...elements.map(traits.tag)].filter(
    (steps) => (steps[home.index] ?? 0) === 0,
  );
  const isFramed = traits.framed[home.index] === 1;
  return ({ index, region }) =>
    chrome[index] === true ||
    (!isFramed && traits.framed[region.index] === 1) ||
    nearest.some((steps) => (steps[region.index] ?? 0) > 0);
}
