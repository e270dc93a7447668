import type { InOrder } from "../../concurrency/in-order.ts";
import type { Compute } from "../../concurrency/pure-work.ts";
import type { ModelAccess } from "../../models/model-access.ts";
import type { IndexDependencies } from "../../page-index/dependencies.ts";

/** The resources of formats that need more than the page: a model, or earlier versions of the page. */
export interface FormatDependencies extends IndexDependencies {
  readonly model: ModelAccess | undefined;
  readonly compute: Compute;
  /** Lets scrapes that compare the same page with its history wait for each other. */
  readonly histories: InOrder;
  readonly policy: FormatPolicy;
}

/** The operator's limits that formats keep to. */
export interface FormatPolicy {
  /** Time a version of a page is kept for change tracking. */
  readonly snapshotTtlMs: number;
  /** All teams find each other's pages. */
  readonly sharesIndex: boolean;
}
