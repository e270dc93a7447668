import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder, and those above it, all with this mode; one that is there stays as it is. Rejects with Node's error.
 * Node's own recursion goes round for ever where a file system has a folder and takes no others in it, as `/proc` does.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(resolve(folder));
  if (parent !== folder) await makeFolder(parent, mode);
  await mkdir(folder, { mode }).catch(async (thrown: unknown) => {
    // Another process may have made it.
    if (!(await isFolder(folder))) throw thrown;
  });
}

/** {@link makeFolder} for where nothing can wait, such as the making of an engine. Throws Node's error. */
export function makeFolderAtOnce(folder: string): void {
  if (isFolderNow(folder)) return;
  const parent = dirname(resolve(folder));
  if (parent !== folder) makeFolderAtOnce(parent);
  try {
    mkdirSync(folder);
  } catch (thrown) {
    if (!isFolderNow(folder)) throw thrown;
  }
}

function isFolderNow(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // a folder that can't be looked at can't be made either
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined); // a folder that can't be looked at can't be made either
  return found?.isDirectory() ?? false;
}
