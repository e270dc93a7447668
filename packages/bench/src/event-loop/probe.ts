import { monitorEventLoopDelay } from "node:perf_hooks";
import { watchTurns } from "./turns.ts";

/** The findings of the probe in its process, in milliseconds. */
export interface ProbeReport {
  /** 99th percentile, and longest, of how late the event loop was: includes waiting for a core on a busy machine. */
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** The same of the CPU time that the main thread spent without letting a timer run: the machine's load is not in it. */
  readonly turnP99Ms: number;
  readonly turnMaxMs: number;
}

/**
 * Loaded into a server with `--import`: measures its event loop from the message "start" to the message "stop", and then
 * answers with a {@link ProbeReport}.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
let turns: ReturnType<typeof watchTurns> | undefined;

function report(): ProbeReport {
  const { p99Ms = 0, longestMs = 0 } = turns?.() ?? {};
  return {
    delayP99Ms: delay.percentile(99) / 1e6,
    delayMaxMs: delay.max / 1e6,
    turnP99Ms: p99Ms,
    turnMaxMs: longestMs,
  };
}

process.on("message", (message) => {
  if (message === "start") {
    delay.reset();
    delay.enable();
    turns = watchTurns();
  } else {
    delay.disable();
    process.send?.(report());
  }
});
process.channel?.unref();
