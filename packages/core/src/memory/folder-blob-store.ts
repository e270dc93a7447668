import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EngineError } from "../errors.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock } from "../ports/clock.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";
import { blobTypeOf, isBlobName, newBlobName } from "./blob-name.ts";
import { makeFolder } from "./make-folder.ts";
import { systemClock } from "./system-clock.ts";

/** The folder of the blobs, and the address that serves them. */
export interface FolderBlobStoreOptions {
  /** Made when it is missing. Nothing else should be in it: what is too old is removed. */
  readonly folder: string;
  /** The address of a handler that was given this store, such as `https://api.example/garner`. */
  readonly publicUrl: string;
  /** Time a blob is kept; a day when not given. */
  readonly lifetimeMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A blob store in a local folder. Until it expires, only its name protects a blob. Throws BAD_REQUEST for wrong options. */
export function folderBlobStore(options: FolderBlobStoreOptions): Required<BlobStore> {
  checkOptions<FolderBlobStoreOptions>("folderBlobStore", options, {
    folder: option.filledText,
    publicUrl: option.httpUrl,
    lifetimeMs: option.amount.optional(),
    clock: option.clock.optional(),
  });
  const { folder, publicUrl, lifetimeMs = dayMs, clock = systemClock } = options;
  const base = publicUrl.replace(/\/$/, "");

  async function isExpired(path: string): Promise<boolean> {
    const { mtimeMs } = await stat(path);
    return mtimeMs + lifetimeMs < clock.now();
  }

  async function removeExpired(): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Another process may sweep at the same time.
      if (isBlobName(name) && (await isExpired(path).catch(() => false))) await rm(path, { force: true });
    }
  }

  return {
    async put({ bytes, contentType }) {
      const name = newBlobName(contentType);
      try {
        await makeFolder(folder, 0o700);
        await removeExpired();
        await writeFile(join(folder, name), bytes, { mode: 0o600 });
      } catch (thrown) {
        await rm(join(folder, name), { force: true }).catch(() => undefined); // the part there was room for
        throw unavailable(thrown);
      }
      return `${base}/blobs/${name}`;
    },
    async get(name) {
      if (!isBlobName(name)) return undefined;
      const path = join(folder, name);
      try {
        if (await isExpired(path)) return undefined;
        return { bytes: await readFile(path), contentType: blobTypeOf(name) };
      } catch (thrown) {
        if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
        throw thrown;
      }
    },
  };
}

/** Callers may read the message, so it names no path. */
function unavailable(thrown: unknown): EngineError {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
  const reason = code === "ENOSPC" || code === "EDQUOT" ? "the disk is full" : `its folder can't be written (${code})`;
  return new EngineError("STORE_UNAVAILABLE", `The store for files does not work at the moment: ${reason}.`, {
    cause: thrown,
  });
}
