import { z } from "zod";

/** A message to a watcher of a job over a WebSocket. */
export const WatchFrame = z.object({
  type: z.enum(["catchup", "document", "snapshot", "done", "error"]),
  data: z.unknown().optional().describe("The status of the job, or of `document` a page."),
  error: z.string().optional().describe("Why it ended, of `error`."),
});
