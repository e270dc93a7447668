/** Tells those who wait in this process that a job has news. */
export interface Bell {
  ring(jobId: string): void;
  /** Resolves at the next ring. Take it before looking for news, so that none is missed in between. */
  next(jobId: string): Promise<void>;
}

/** Makes a {@link Bell}. */
export function createBell(): Bell {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  return {
    ring(jobId) {
      waiting.get(jobId)?.resolve();
      waiting.delete(jobId);
    },
    next(jobId) {
      const news = waiting.get(jobId) ?? Promise.withResolvers<void>();
      waiting.set(jobId, news);
      return news.promise;
    },
  };
}
