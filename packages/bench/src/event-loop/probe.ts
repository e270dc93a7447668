import { monitorEventLoopDelay } from "node:perf_hooks";

/** What the probe saw in its process, in milliseconds. */
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
const turns: number[] = [];
let cpuBefore = threadCpuMs();
let ticking: NodeJS.Timeout | undefined;

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function tick(): void {
  const cpu = threadCpuMs();
  turns.push(cpu - cpuBefore);
  cpuBefore = cpu;
}

function report(): ProbeReport {
  turns.sort((one, other) => one - other);
  return {
    delayP99Ms: delay.percentile(99) / 1e6,
    delayMaxMs: delay.max / 1e6,
    turnP99Ms: turns[Math.floor(turns.length * 0.99)] ?? 0,
    turnMaxMs: turns.at(-1) ?? 0,
  };
}

process.on("message", (message) => {
  clearInterval(ticking);
  if (message === "start") {
    turns.length = 0;
    cpuBefore = threadCpuMs();
    delay.reset();
    delay.enable();
    ticking = setInterval(tick, 1);
  } else {
    delay.disable();
    process.send?.(report());
  }
});
process.channel?.unref();
