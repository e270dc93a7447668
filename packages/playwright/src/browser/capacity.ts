import { availableParallelism } from "node:os";

/** The memory of one open page: the median of ordinary pages in a headless shell, with room for the heavy ones. */
const pageBytes = 120 * 1024 * 1024;

/** Pages per core: most of a page's time is waiting for its network. */
const pagesPerCore = 4;

/** The resources of the machine, or of the container around this process. */
export interface Machine {
  readonly cores: number;
  /** Memory that may still be taken before the container's or the machine's limit. */
  readonly availableBytes: () => number;
}

/** The machine this process runs on, as its control group limits it. */
export const thisMachine: Machine = {
  cores: availableParallelism(),
  availableBytes: () => process.availableMemory(),
};

/** Number of pages that may be open at once: by cores, and by the memory there is now. At least one. Pure. */
export function maxOpenPages({ cores, availableBytes }: Machine): number {
  const byMemory = Math.floor((availableBytes() * 0.7) / pageBytes);
  return Math.max(1, Math.min(cores * pagesPerCore, byMemory));
}

/** True if there is memory for one page more. */
export function hasRoom({ availableBytes }: Machine): boolean {
  return availableBytes() > 2 * pageBytes;
}
