/** CPU time of the turns of this thread's event loop: of what it did without letting a timer run. */
export interface Turns {
  readonly p99Ms: number;
  readonly longestMs: number;
}

const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Watches the event loop until it is asked. The machine's load is not in what it measures. */
export function watchTurns(): () => Turns {
  const turns: number[] = [];
  let last = threadCpuMs();
  const tick = () => {
    const now = threadCpuMs();
    turns.push(now - last);
    last = now;
  };
  const ticking = setInterval(tick, 1);
  return () => {
    clearInterval(ticking);
    tick();
    turns.sort((one, other) => one - other);
    return { p99Ms: turns[Math.floor(turns.length * 0.99)] ?? 0, longestMs: turns.at(-1) ?? 0 };
  };
}
