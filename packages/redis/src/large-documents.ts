import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { hash, randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { checkOptions, EngineError, makeFolder, option, type DocumentStore } from "@garner/core";
import { readDocument, writeDocument } from "./document-value.ts";

/** The place for documents that are too large for Redis. */
export interface LargeDocuments {
  readonly store: DocumentStore;
  /** The smallest size of such a document in bytes, compressed; 64 KiB when not given. */
  readonly fromBytes?: number | undefined;
}

/** The documents of jobs, each in Redis or, if it is large and there is such a place, elsewhere. */
export interface DocumentShelf {
  /** Resolves with the value to keep in Redis. */
  write(jobId: string, json: string): Promise<string | Buffer>;
  read(value: Buffer): Promise<unknown>;
  /** Forgets the documents that a job has elsewhere. */
  forget(jobId: string): Promise<void>;
}

/** The first byte of a name, with which neither JSON nor a compressed document begins. */
const nameMark = "@";

/** Makes a {@link DocumentShelf}. Documents are named by their content, so that a repeated step writes the same. */
export function documentShelf(
  prefix: string,
  { store, fromBytes = 64 * 1024 }: Partial<LargeDocuments> = {},
): DocumentShelf {
  const folderOf = (jobId: string) => Buffer.from(`${prefix}/${jobId}`).toString("base64url");
  return {
    async write(jobId, json) {
      const value = writeDocument(json);
      if (store === undefined || Buffer.byteLength(value) < fromBytes) return value;
      const name = `${folderOf(jobId)}/${hash("sha256", value, "base64url")}`;
      await store.put(name, Buffer.from(value));
      return nameMark + name;
    },
    async read(value) {
      if (value[0] !== nameMark.charCodeAt(0)) return readDocument(value);
      const name = value.toString().slice(1);
      const bytes = await store?.get(name);
      if (bytes !== undefined) return readDocument(Buffer.from(bytes));
      const reason = store === undefined ? "`largeDocuments` is not set here" : "it is not there any more";
      throw new EngineError("STORE_UNAVAILABLE", `A page of this job is kept outside of Redis, and ${reason}.`);
    },
    async forget(jobId) {
      await store?.forget(folderOf(jobId));
    },
  };
}

/** Large documents in a folder that all machines share, such as one of NFS. Throws BAD_REQUEST without its path. */
export function folderDocuments(folder: string): DocumentStore {
  checkOptions<{ readonly folder: string }>("folderDocuments", { folder }, { folder: option.filledText });
  return {
    async put(name, bytes) {
      const path = join(folder, name);
      const draft = `${path}.${randomUUID()}`;
      await orUnavailable(async () => {
        await makeFolder(dirname(path), 0o700);
        await writeFile(draft, bytes, { mode: 0o600 });
        await rename(draft, path); // nobody reads half of it
      });
    },
    get: (name) => orUnavailable(async () => await readFile(join(folder, name)).catch(unlessMissing)),
    forget: (name) => orUnavailable(async () => await rm(join(folder, name), { recursive: true, force: true })),
  };
}

function unlessMissing(thrown: unknown): undefined {
  if (!(thrown instanceof Error) || !("code" in thrown) || thrown.code !== "ENOENT") throw thrown;
}

/** Callers may read it, so that it names no path. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown";
    const message = `The folder for large documents does not work at the moment (${code}).`;
    throw new EngineError("STORE_UNAVAILABLE", message, { cause: thrown });
  }
}
