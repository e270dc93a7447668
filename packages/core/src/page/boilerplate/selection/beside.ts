import type { Block } from "../blocks/flat-page.ts";
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

/** Tells blocks that are marked as something else than content: found to be chrome, or standing beside the content. */
export function markedIn(profile: Profile, chrome: readonly boolean[]): (block: Block) => boolean {
  const standsBeside = besideIn(profile);
  return (block) => chrome[block.index] === true || standsBeside(block);
}

/** Tells blocks that stand beside the content, by a name, an element or the frame of the page around them. */
function besideIn({ traits }: Profile): (block: Block) => boolean {
  const nearest = [...names.map(traits.concept), ...elements.map(traits.tag)];
  return ({ region }) => traits.framed[region.index] === 1 || nearest.some((steps) => (steps[region.index] ?? 0) > 0);
}
