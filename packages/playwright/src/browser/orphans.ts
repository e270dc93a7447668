import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, makeFolder, messageOfThrown } from "@garner/core";
import { birthOf, endProcess } from "./processes.ts";

/** The record of a browser, with which a later run can clear up after a killed process. */
interface Owner {
  readonly pid: number;
  /** Distinguishes the owner from a later process with its id. */
  readonly birth: string;
  /** Undefined while the browser is being started. */
  readonly browserPid?: number | undefined;
}

/** A folder for the files of one browser, which also says whose browser it is. */
export interface BrowserHome {
  readonly folder: string;
  /** Notes the browser that lives here. Its command line must name the folder. */
  note(browserPid: number): Promise<void>;
  /** Removes the folder, after the browser has ended. */
  remove(): Promise<void>;
}

/** Notes which browsers this process runs. */
export interface BrowserRegister {
  /** Ends browsers and removes files of processes that no longer run. Returns the number of browsers. */
  reap(): Promise<number>;
  /** Makes a home for a browser that is about to start. Throws CAPABILITY_MISSING if the folder can't be written. */
  open(): Promise<BrowserHome>;
}

const ownerFile = "owner.json";

/** Opens the register of this machine's user: a folder with one home per browser. */
export function openRegister(
  folder = join(tmpdir(), `garner-browsers-${process.getuid?.() ?? "all"}`),
): BrowserRegister {
  return {
    async reap() {
      const names = await readdir(folder).catch(() => []);
      const reaped = await Promise.all(names.map((name) => reapOne(join(folder, name))));
      return reaped.filter(Boolean).length;
    },
    async open() {
      const home = await makeHome(folder);
      const owner: Owner = { pid: process.pid, birth: await birthOf(process.pid) };
      const write = (all: Owner) => writeFile(join(home, ownerFile), JSON.stringify(all));
      await write(owner);
      return {
        folder: home,
        note: (browserPid) => write({ ...owner, browserPid }),
        remove: () => removeFolder(home),
      };
    },
  };
}

async function makeHome(folder: string): Promise<string> {
  try {
    await makeFolder(folder, 0o700);
    return await mkdtemp(join(folder, "b-"));
  } catch (cause) {
    const message = `A browser needs a folder for its files, and ${folder} can't be written: ${messageOfThrown(cause)}. Set TMPDIR to a folder that can.`;
    throw new EngineError("CAPABILITY_MISSING", message, { cause });
  }
}

async function reapOne(home: string): Promise<boolean> {
  const owner = await readOwner(join(home, ownerFile));
  if (owner === undefined || (await birthOf(owner.pid)) === owner.birth) return false;
  if (owner.browserPid !== undefined) await endProcess(owner.browserPid, home);
  await removeFolder(home);
  return true;
}

/** A process that is just ending may still write. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(file, "utf8"));
    return isOwner(owner) ? owner : undefined;
  } catch {
    return undefined; // half written by a process that was killed just then, or not ours
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== "object" || value === null || !("pid" in value) || !("birth" in value)) return false;
  if (typeof value.pid !== "number" || typeof value.birth !== "string") return false;
  return !("browserPid" in value) || typeof value.browserPid === "number";
}
