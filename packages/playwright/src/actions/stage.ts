import type { ScreenshotStage } from "../page/screenshot.ts";

/** The means of actions: those of pictures, and more. */
export interface ActionStage extends ScreenshotStage {
  /** Tells the page that an action causes its next work. */
  readonly touch: () => Promise<void>;
  /** Waits until the page is at rest after an action that may have changed it. */
  readonly untilAtRest: () => Promise<void>;
  /** The page as HTML. */
  readonly serialise: () => Promise<string>;
  readonly warn: (warning: string) => void;
  /** Ends the script that runs in the page now. */
  readonly endScript: () => void;
  /** The longest wait for an element: the wish, or less if the capture's own time is short. */
  readonly patience: (wishedMs: number) => number;
}
