import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

const pageSizeBytes = 4096;

/** True if a process with this id is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Another user's process is there, but may not be signalled.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

/**
 * Ends a process at once, with the group that it leads, if its command line names the folder. The id alone proves nothing: it
 * may be another program's by now. Returns true if there was such a process.
 */
export async function endProcess(pid: number, folder: string): Promise<boolean> {
  if (folder === "" || !(await commandLine(pid)).includes(folder)) return false;
  try {
    process.kill(pid, "SIGKILL");
    endGroup(pid);
    return true;
  } catch (thrown) {
    const isGone = thrown instanceof Error && "code" in thrown && thrown.code === "ESRCH";
    if (isGone) return false;
    throw thrown;
  }
}

/** Ends what a browser started: on its own, it would write files for a moment longer, and make the removed folder anew. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // The process led no group, or none of it is left, or the system knows no groups.
  }
}

/** The command line of a process; empty when there is no such process. */
async function commandLine(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
  } catch {
    // Not Linux, or no such process; `ps` tells them apart.
    const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
    return stdout;
  }
}

/**
 * The start time of a process, as the system writes it. Together with the process id it names one process: ids are used
 * again, and in a restarted container the first processes even get the same ones. Empty if there is no such process.
 */
export async function birthOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name in the second field may hold anything; start time is the twentieth field after it (proc(5)).
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
    return stdout.trim();
  }
}

/** Memory that processes hold by themselves, in bytes; undefined where the system does not tell. */
export async function residentBytes(pids: readonly number[]): Promise<number | undefined> {
  const sizes = await Promise.all(pids.map(ownResidentBytes));
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, size) => sum + size, 0);
}

/** Ends a process at once that holds more memory by itself. One that is gone, or can't be measured, is left alone. */
export async function endIfLarger(pid: number, maxBytes: number): Promise<void> {
  const bytes = await ownResidentBytes(pid);
  if (bytes !== undefined && bytes > maxBytes) process.kill(pid, "SIGKILL");
}

/** Pages shared with other processes (the program itself) are left out: they would count once per process. */
async function ownResidentBytes(pid: number): Promise<number | undefined> {
  try {
    const [, resident = "0", shared = "0"] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
    return (Number(resident) - Number(shared)) * pageSizeBytes;
  } catch {
    return undefined; // not Linux, or the process has ended
  }
}
