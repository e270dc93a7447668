import type { ScreenshotStage } from "../page/screenshot.ts";

/** What actions work with: all that pictures do, and more. */
export interface ActionStage extends ScreenshotStage {
  /** Tells the page that what it does next is the work of an action. */
  readonly touch: () => Promise<void>;
  /** Waits until the page is at rest after an action that may have changed it. */
  readonly untilAtRest: () => Promise<void>;
  /** The page as HTML. */
  readonly serialise: () => Promise<string>;
  readonly warn: (warning: string) => void;
  /** Ends the script that runs in the page now. */
  readonly endScript: () => void;
  /** Longest an element may be waited for: the wish, or less when the capture's own time is short. */
  readonly patience: (wishedMs: number) => number;
}
