import { jobSteps, type Job, type JobStore } from "@garner/core";
import type { Connection } from "../connection.ts";
import { unlessNewer } from "../format.ts";
import type { JobIndex } from "./job-index.ts";
import type { JobReading, RedisJobRows } from "./job-rows.ts";
import { jobKeys, latecomersKey, lineKey } from "../keys.ts";

/** Shared by the parts of a job store. */
export interface JobShelf {
  readonly connection: Connection;
  readonly index: JobIndex;
  readonly rows: RedisJobRows;
}

/** The steps of jobs, by the rules of the core. */
export function jobStore({ connection, index, rows }: JobShelf): JobStore {
  const steps = jobSteps(rows);

  async function listIfAtWork(id: string): Promise<void> {
    const job = (await rows.read(id))?.row.job;
    if (job?.state === "scraping") await index.begin(id, job.team);
  }

  return {
    ...steps,
    async create(job, seeds) {
      await index.begin(job.id, job.team);
      return await steps.create(job, seeds);
    },
    async append(id, part) {
      const before = (await rows.read(id))?.row.job;
      // Noted before it is reopened, so that it is not forgotten if this process dies in between; and again afterwards,
      // as others take ended jobs off the list.
      if (before?.state === "completed") await index.begin(id, before.team);
      const progress = await steps.append(id, part);
      await listIfAtWork(id);
      return progress;
    },
    async settle(id, settlement) {
      const job = await steps.settle(id, settlement);
      if (job === undefined || job.state === "scraping") return job;
      await index.end(id, job.expiresAt ?? settlement.at);
      await listIfAtWork(id); // it may have been reopened in between
      return job;
    },
    async purge(now) {
      const forgotten: string[] = [];
      for (const id of await index.expiredBefore(now)) {
        const found = await unlessNewer(rows.read(id).then((known) => known ?? "gone"));
        if (found === undefined) continue; // a newer process will
        const job = found === "gone" ? undefined : found.row.job;
        if (job !== undefined && !hasExpired(job, now)) continue;
        if (job !== undefined) await deleteJob(connection, id);
        await index.forget(id, job?.team); // last, so that a purge that is interrupted is gone on with
        forgotten.push(id);
      }
      return forgotten;
    },
  };
}

function hasExpired({ state, expiresAt }: Job, now: number): boolean {
  return state !== "scraping" && (expiresAt ?? Infinity) < now;
}

/** Deletes all rows of a job. */
export async function deleteJob({ client, prefix, ask, documents }: Connection, id: string): Promise<void> {
  await documents.forget(id);
  const keys = jobKeys(prefix, id);
  const lines = await ask(() => client.smembers(keys.lines));
  const { job, lines: lineNames, ...others } = keys;
  const pending = lines.flatMap((line) => [lineKey(keys, line), latecomersKey(keys, line)]);
  const names = [...pending, ...Object.values(others), lineNames, job];
  for (let from = 0; from < names.length; from += 1000) {
    await ask(() => client.unlink(...names.slice(from, from + 1000)));
  }
}

/** Reads the rows of several jobs, in portions; those of newer versions are left to newer processes. */
export async function readJobs(rows: JobReading, ids: readonly string[]): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (let from = 0; from < ids.length; from += 100) {
    const some = await Promise.all(ids.slice(from, from + 100).map((id) => unlessNewer(rows.read(id))));
    jobs.push(...some.flatMap((known) => known?.row.job ?? []));
  }
  return jobs;
}
