/** One webhook delivery: an event of a job on its way to a receiver. */
export interface Delivery {
  /** Stable across retries and replays, so that receivers can drop duplicates. */
  readonly id: string;
  readonly jobId: string;
  readonly team: string;
  /** The sequence number of the event in its job. */
  readonly sequence: number;
  /** Such as `crawl.page`. */
  readonly type: string;
  readonly url: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
  /** HTTP status of the newest answer. */
  readonly responseStatus?: number | undefined;
  /** The reason why the newest attempt failed. */
  readonly error?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lastAttemptAt?: number | undefined;
  readonly nextAttemptAt?: number | undefined;
}

/** Remembers webhook deliveries: the next event of a job, and the outcome of every delivery. */
export interface DeliveryLog {
  /** The sequence number of the newest event of a job that is done with: delivered, given up, or not subscribed to. */
  position(jobId: string): Promise<number>;
  /** Moves the position forward; one that is behind changes nothing. */
  advance(jobId: string, sequence: number): Promise<void>;
  /** Saves a delivery under its id, in place of an earlier one. */
  save(delivery: Delivery): Promise<void>;
  get(id: string): Promise<Delivery | undefined>;
  /** A team's deliveries, those first that were first saved last, from `skip` on. */
  list(query: DeliveryQuery): Promise<readonly Delivery[]>;
  /** Forgets everything about these jobs. */
  forget(jobIds: readonly string[]): Promise<void>;
}

/** A filter of deliveries. */
export interface DeliveryQuery {
  readonly team: string;
  readonly jobId?: string | undefined;
  readonly status?: Delivery["status"] | undefined;
  readonly skip: number;
  readonly limit: number;
}
