import type { JobStore } from "../ports/job-store.ts";
import { nothingToDo } from "./opening.ts";
import type { JobRow, Step } from "./rows.ts";
import { appendStep, createStep, newJobRow, pauseStep, recallStep, settleStep, stillToBeMade } from "./steps.ts";
import { visitStep } from "./visit.ts";

/** Keeps the rows of jobs, and knows none of their rules. */
export interface JobRows {
  /**
   * Takes a step of a job: loads what it needs, saves what it changes, as one atomic step, also between processes. Undefined
   * if the job is unknown, unless there is a row to begin it with.
   */
  step<Result>(id: string, step: Step<Result>, beginning?: JobRow): Promise<Result | undefined>;
  /** Takes a step that may turn out to change nothing. Undefined if the job is unknown, or if the step changes something. */
  look<Result>(id: string, step: Step<Result>): Promise<Result | undefined>;
}

/** The steps of a {@link JobStore} on rows. Forgetting jobs is the store's own. */
export function jobSteps(rows: JobRows): Omit<JobStore, "purge"> {
  return {
    async create(job, seeds) {
      return (await rows.step(job.id, createStep(job, seeds), newJobRow(job))) ?? nothingToDo(undefined);
    },
    append: (id, part) => rows.step(id, appendStep(part)),
    async recall(id, delivered) {
      const recall = recallStep(delivered);
      // The usual case, told without writing: between a delivery and its visit, nothing else has happened.
      if ((await rows.look(id, recall)) === stillToBeMade) return undefined;
      const recalled = (await rows.step(id, recall)) ?? nothingToDo(undefined);
      return recalled === stillToBeMade ? undefined : recalled;
    },
    async complete(id, visit) {
      return (await rows.step(id, visitStep(visit))) ?? nothingToDo(undefined);
    },
    settle: (id, settlement) => rows.step(id, settleStep(settlement)),
    setPaused: (id, change) => rows.step(id, pauseStep(change)),
  };
}
