/** An API key as a store keeps it; the key itself can't be read from it. */
export interface StoredApiKey {
  /** Names the key in usage and lists, such as `key-1a2b3c4d`. */
  readonly id: string;
  /** The SHA-256 of the key, as hexadecimal digits. */
  readonly digest: string;
  readonly team: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The API keys of servers that share a store; each change counts for all of them from the next request on. */
export interface ApiKeyStore {
  /** Keeps a key; one with this digest is replaced. */
  add(key: StoredApiKey): Promise<void>;
  find(digest: string): Promise<StoredApiKey | undefined>;
  /** All keys, oldest first. */
  list(): Promise<readonly StoredApiKey[]>;
  /** False if there is no key with this id. */
  remove(id: string): Promise<boolean>;
}
