import type { PageIndex } from "../ports/page-index.ts";

/** The dependencies of remembering pages. */
export interface IndexDependencies {
  readonly pageIndex: PageIndex;
  readonly policy: {
    /** All teams find each other's pages. */
    readonly sharesIndex: boolean;
  };
}
