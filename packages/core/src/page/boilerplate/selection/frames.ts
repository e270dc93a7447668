import type { Region } from "../blocks/flat-page.ts";
import { isRunningText, keptSum, within } from "../blocks/sums.ts";
import type { Profile } from "../signals/profile.ts";

/**
 * Tells regions in the frame of the page. What frames kept text is no frame for names and their values: pages call the panels
 * of tabs after a menu.
 */
export function framesOnly({ page, sums, traits }: Profile, kept: readonly boolean[]): (region: Region) => boolean {
  const texts = keptSum(
    sums,
    kept.map((is, index) => is && page.blocks[index] !== undefined && isRunningText(page.blocks[index])),
  );
  return (region) => {
    if (traits.framed[region.index] !== 1) return false;
    if (!namesValues(region)) return true;
    let frame = region;
    while (frame.parent !== undefined && traits.framed[frame.parent.index] === 1) frame = frame.parent;
    return within(texts, frame) === 0;
  };
}

/** True for a list of terms, and a table with a name in each row, and no other heads. */
function namesValues({ element, children }: Region): boolean {
  if (element.name !== "table") return true;
  const rows = children.flatMap((part) => (part.element.name === "tr" ? [part] : part.children));
  return rows.every(({ element: row, children: [name, value, ...others] }) =>
    row.name === "tr" ? name?.element.name === "th" && value?.element.name === "td" && others.length === 0 : true,
  );
}
