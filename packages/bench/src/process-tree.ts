import { readdirSync, readFileSync } from "node:fs";

/** The cost of a process and all below it so far. */
export interface TreeCost {
  /** User and system time, that of processes which have ended included. */
  readonly cpuMs: number;
  /** The same by kind of process: `node`, and of a browser `browser`, `renderer`, `gpu-process`, `utility` … */
  readonly cpuMsByKind: ReadonlyMap<string, number>;
  /** Memory, with each shared page counted once for all that share it. */
  readonly bytes: number;
}

const msPerTick = 10;

/** The cost of a tree of processes; Linux only. */
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
  const cpuMsByKind = new Map<string, number>();
  for (const pid of tree) {
    const kind = pid === root ? "node" : kindOf(pid);
    const [, , , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = (stats.get(pid) ?? []).map(
      Number,
    );
    const ticks = user + system + endedUser + endedSystem;
    cpuMsByKind.set(kind, (cpuMsByKind.get(kind) ?? 0) + ticks * msPerTick);
  }
  const bytes = tree.map(proportionalBytes);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return { cpuMs: sum([...cpuMsByKind.values()]), cpuMsByKind, bytes: sum(bytes) };
}

/** The kind of a browser's process. A zygote is the parent of pages, and answers for those that have ended. */
function kindOf(pid: number): string {
  const command = safely(() => readFileSync(`/proc/${pid}/cmdline`, "latin1"), "");
  const type = /--type=([\w-]+)/.exec(command)?.[1];
  if (type === undefined) return "browser";
  return type === "zygote" ? "renderer" : type;
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
