/** A picture or document that is delivered beside a result. */
export interface StoredBlob {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/**
 * Keeps screenshots and PDFs, so that results carry URLs instead of data URIs. An object store behind signed URLs is a
 * `put` of a few lines.
 */
export interface BlobStore {
  /**
   * Stores a blob under a name that cannot be guessed, such as `newBlobName` makes. Resolves with the URL it can be fetched
   * at, for a day at least (contract §4.9).
   */
  put(blob: StoredBlob): Promise<string>;
  /** The blob of a name, for a server that hands them out itself; undefined when it is unknown or has expired. */
  get?(name: string): Promise<StoredBlob | undefined>;
}
