import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { endProcess, isAlive } from "./processes.ts";

/** What is written down about a running browser, so that a later run can clear up after a process that was killed. */
interface BrowserMarker {
  readonly ownerPid: number;
  readonly browserPid: number;
  /** The browser's profile folder, which also identifies it: its command line names the folder. */
  readonly profile: string;
}

/** Notes which browsers this process runs. */
export interface BrowserRegister {
  /** Ends browsers and removes profiles that processes which no longer run have left behind. Returns how many. */
  reap(): Promise<number>;
  add(browserPid: number, profile: string): Promise<void>;
  remove(browserPid: number): Promise<void>;
}

/** Opens the register of this machine's user, a folder with one small file per browser. */
export function openRegister(
  folder = join(tmpdir(), `garner-browsers-${process.getuid?.() ?? "all"}`),
): BrowserRegister {
  const fileOf = (browserPid: number) => join(folder, `${browserPid}.json`);
  return {
    async reap() {
      const names = await readdir(folder).catch(() => []);
      const reaped = await Promise.all(names.map((name) => reapOne(join(folder, name))));
      return reaped.filter(Boolean).length;
    },
    async add(browserPid, profile) {
      const marker: BrowserMarker = { ownerPid: process.pid, browserPid, profile };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(fileOf(browserPid), JSON.stringify(marker));
    },
    remove: (browserPid) => rm(fileOf(browserPid), { force: true }),
  };
}

async function reapOne(file: string): Promise<boolean> {
  const marker = await readMarker(file);
  if (marker === undefined || isAlive(marker.ownerPid)) return false;
  const { browserPid, profile } = marker;
  await endProcess(browserPid, profile);
  if (isProfile(profile)) await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  await rm(file, { force: true });
  return true;
}

/** The file names a folder to remove, so it must be one that the driver makes for a browser, and nothing else. */
function isProfile(path: string): boolean {
  return path.startsWith(tmpdir()) && /^playwright_chromiumdev_profile-\w+$/.test(basename(path));
}

async function readMarker(file: string): Promise<BrowserMarker | undefined> {
  try {
    const marker: unknown = JSON.parse(await readFile(file, "utf8"));
    return isMarker(marker) ? marker : undefined;
  } catch {
    return undefined; // half written by a process that was killed just then
  }
}

function isMarker(value: unknown): value is BrowserMarker {
  return (
    typeof value === "object" &&
    value !== null &&
    "ownerPid" in value &&
    "browserPid" in value &&
    "profile" in value &&
    typeof value.ownerPid === "number" &&
    typeof value.browserPid === "number" &&
    typeof value.profile === "string"
  );
}
