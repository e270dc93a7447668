import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder that only its owner may look into, and those above it; one that is there stays as it is. Rejects with
 * Node's error. Node's own recursion goes round for ever where a file system has a folder and takes no others in it, as
 * `/proc` does.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder, { mode: 0o700 }).catch(async (thrown: unknown) => {
    // Another process may have made it.
    if (!(await isFolder(folder))) throw thrown;
  });
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined); // a folder that can't be looked at can't be made either
  return found?.isDirectory() ?? false;
}
