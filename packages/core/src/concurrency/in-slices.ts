import { setImmediate as nextTurn } from "node:timers/promises";

/** A long list part by part, each in a turn of the event loop of its own, so that other work comes in between. */
export async function* inSlices<Item>(items: readonly Item[], size: number): AsyncGenerator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await nextTurn();
    yield items.slice(start, start + size);
  }
}
