import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The process ids of all processes below one, as Linux tells them. */
export function descendantsOf(pid: number): readonly number[] {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  const below = (one: number): readonly number[] =>
    processes.filter(({ parent }) => parent === one).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(pid);
}

/** A process may end between two looks at it. */
function parentOf(name: string): number {
  try {
    const stat = existsSync(`/proc/${name}/stat`) ? readFileSync(`/proc/${name}/stat`, "utf8") : "";
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return NaN;
  }
}
