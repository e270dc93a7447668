import type { PageIndex } from "../ports/page-index.ts";

/** What remembering pages needs. */
export interface IndexDependencies {
  readonly pageIndex: PageIndex;
  readonly policy: {
    /** All teams find each other's pages. */
    readonly sharesIndex: boolean;
  };
}
