/**
 * Keeps the large documents of jobs for a store that has no room for them: a bucket, or a folder that all machines share. Names
 * are paths of letters, digits, `-`, `_` and `/`. Every method throws STORE_UNAVAILABLE when it can't be done at the moment.
 */
export interface DocumentStore {
  /** Writing a name again writes the same. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Forgets everything whose name begins with `folder` and a slash. */
  forget(folder: string): Promise<void>;
}
