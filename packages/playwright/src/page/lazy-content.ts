import type { Clock } from "@garner/core";
import type { World } from "./world.ts";

/** The most screens that a page is scrolled to make it load its lazy content. */
const maxScreens = 40;

/** The means to scroll. */
export interface ScrollStage {
  readonly world: World;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Scrolls down window by window until the end stops moving away, and back to where it was. */
export async function loadLazyContent({ world, clock, signal }: ScrollStage): Promise<void> {
  const scrolledFrom = await world.ask<number>("scrollY");
  let endedAt: number | undefined;
  for (let screen = 1; screen <= maxScreens; screen += 1) {
    const end = await world.ask<number | null>(scrollTo(screen));
    if (end !== null && end === endedAt) break; // it was the end a moment ago, and still is
    endedAt = end ?? undefined;
    await clock.sleep(end === null ? 40 : 250, signal);
  }
  await world.ask(`scrollTo({ top: ${scrolledFrom}, behavior: "instant" })`);
  await clock.sleep(100, signal);
}

/** Returns the page's height when this is its last window, null otherwise. */
function scrollTo(screen: number): string {
  return `(() => {
    scrollTo({ top: ${screen} * innerHeight, behavior: "instant" });
    const height = document.documentElement?.scrollHeight ?? 0;
    return scrollY + innerHeight >= height - 1 ? height : null;
  })()`;
}
