import { z } from "zod";
import { asBrowsersWrite, isKeyCombination, noSuchKey } from "./fields/keys.ts";
import type * as Written from "./types.generated.ts";

const selector = z.string().min(1).describe("CSS selector.");
const quality = z.int().min(1).max(100).describe("JPEG quality from 1 to 100. Without it the screenshot is a PNG.");
const key = z
  .string()
  .refine(isKeyCombination, { error: ({ input }) => noSuchKey(String(input)) })
  .overwrite(asBrowsersWrite)
  .describe("Key name, such as `Enter`.");

/** The size of the browser window in CSS pixels. */
export const Viewport = z
  .object({
    width: z.int().min(1).max(7680).describe("Width in CSS pixels."),
    height: z.int().min(1).max(4320).describe("Height in CSS pixels."),
  })
  .describe("The size of the browser window.");
export type Viewport = Written.Viewport;

/**
 * One step carried out on the page before its content is captured (contract §2.4). Fields that an action does not have
 * are left out (contract §1.6): clients that were written for other versions send them.
 */
export const Action = z
  .discriminatedUnion("type", [
    z
      .object({
        type: z.literal("wait"),
        milliseconds: z.int().positive().optional().describe("Milliseconds to wait."),
        selector: selector.optional().describe("Wait until an element matches this CSS selector (30 seconds at most)."),
      })
      .refine((action) => (action.milliseconds === undefined) !== (action.selector === undefined), {
        error: "must have exactly one of `milliseconds` and `selector`",
      }),
    z.object({
      type: z.literal("click"),
      selector,
      all: z.boolean().default(false).describe("Click every match, not only the first."),
    }),
    z.object({
      type: z.literal("write"),
      text: z.string().describe("Text to type."),
      selector: selector.optional().describe("Element to type into; without it, the focused element."),
    }),
    z.object({ type: z.literal("press"), key }),
    z.object({
      type: z.literal("scroll"),
      direction: z.enum(["up", "down"]).default("down"),
      selector: selector.optional().describe("Element to scroll; without it, the page."),
    }),
    z.object({
      type: z.literal("scrape"),
      selector: selector.optional().describe("Element to return; without it, the whole page."),
    }),
    z.object({
      type: z.literal("executeJavascript"),
      script: z.string().describe("JavaScript to run in the page; what it returns is reported."),
    }),
    z.object({
      type: z.literal("screenshot"),
      fullPage: z.boolean().default(false).describe("Capture the whole page, not only the window."),
      quality: quality.optional(),
      viewport: Viewport.optional(),
    }),
    z.object({
      type: z.literal("pdf"),
      landscape: z.boolean().default(false),
      scale: z.number().min(0.1).max(2).default(1),
      format: z
        .enum(["A0", "A1", "A2", "A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid", "Ledger"])
        .default("Letter"),
    }),
  ])
  .describe("A step carried out on the page before its content is captured.");
export type Action = Written.Action;
/** An action with all defaults filled in. */
export type ParsedAction = z.output<typeof Action>;

export { quality as ScreenshotQuality };
