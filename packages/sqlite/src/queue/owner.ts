import { hostname } from "node:os";

/** The holder of a lease: a process of a machine. */
export function thisOwner(): string {
  return `${hostname()}/${process.pid}/${Math.round(performance.timeOrigin)}`;
}

/**
 * True if an owner is known to be dead: its process on this machine is gone, or another process has its number now. About
 * other machines, only leases tell.
 */
export function isDead(owner: string): boolean {
  const [machine, pid, startedAt] = owner.split("/");
  if (machine !== hostname()) return false;
  if (Number(pid) === process.pid) return Number(startedAt) !== Math.round(performance.timeOrigin);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (thrown) {
    // EPERM means that it is there and somebody else's.
    return thrown instanceof Error && "code" in thrown && thrown.code === "ESRCH";
  }
}
