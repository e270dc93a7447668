/** The most requests that a page which can't be had may cost: over all sources, proxies, retries and deliveries of its task. */
export const maxTries = 4;

/**
 * The tries that are left for one page. Every request for it takes one, but for the redirects on the way: they are
 * progress, and have a limit of their own.
 */
export interface Tries {
  /** Takes a try; false if none is left. */
  take(): boolean;
  readonly taken: number;
  readonly left: number;
  /** Gives out no more tries in this visit; the rest stay for later ones. */
  close(): void;
}

/** Makes the tries for a page; fewer if some were made before. */
export function createTries(left = maxTries): Tries {
  let taken = 0;
  let isClosed = false;
  return {
    get taken() {
      return taken;
    },
    get left() {
      return left - taken;
    },
    take() {
      if (isClosed || taken >= left) return false;
      taken += 1;
      return true;
    },
    close() {
      isClosed = true;
    },
  };
}
