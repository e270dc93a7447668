import { readdirSync, readFileSync } from "node:fs";

/** What a process and all below it have cost so far. */
export interface TreeCost {
  /** User and system time, that of processes which have ended included. */
  readonly cpuMs: number;
  /** Memory, with each shared page counted once for all that share it. */
  readonly bytes: number;
}

const msPerTick = 10;

/** What a tree of processes has cost; Linux only. */
export function treeCost(root: number): TreeCost {
  const stats = new Map<number, readonly string[]>();
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name)) stats.set(Number(name), statOf(name));
  }
  const isBelow = (pid: number): boolean => {
    const parent = Number(stats.get(pid)?.[1] ?? 0);
    return pid === root || (parent > 0 && isBelow(parent));
  };
  const tree = [...stats.keys()].filter(isBelow);
  const ticks = tree.map((pid) => {
    const [, , , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = (stats.get(pid) ?? []).map(
      Number,
    );
    return user + system + endedUser + endedSystem;
  });
  const bytes = tree.map(proportionalBytes);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return { cpuMs: sum(ticks) * msPerTick, bytes: sum(bytes) };
}

/** From the state on: state, parent, … (proc_pid_stat(5)). */
function statOf(pid: string): readonly string[] {
  const stat = safely(() => readFileSync(`/proc/${pid}/stat`, "utf8"), "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function proportionalBytes(pid: number): number {
  const rollup = safely(() => readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"), "");
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}

/** Processes come and go while they are read. */
function safely<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
