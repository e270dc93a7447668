import type { Database } from "./database.ts";

/** The steps of one turn of the event loop, which share a transaction. */
export interface CommitGroup {
  /** Runs a step in the next group; resolves with its result once the group is committed. */
  add<T>(work: () => T, kind: "read" | "write"): Promise<T>;
  /** Runs the steps that wait, now. */
  commit(): void;
}

interface Step {
  readonly kind: "read" | "write";
  /** Does the work, and returns how to tell whoever waits. */
  readonly run: () => () => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * Commits in groups, as database servers do (DeWitt et al. 1984): what is asked for within one turn of the event loop
 * becomes one transaction, whose locks and commit are paid for once. Nobody hears of a result before it is committed. A
 * step that throws is undone alone; if the file cannot be locked or committed, all steps of the group fail.
 */
export function commitGroup(database: Pick<Database, "run">): CommitGroup {
  let steps: Step[] = [];

  function commit(): void {
    const group = steps;
    steps = [];
    if (group.length === 0) return;
    try {
      const isReading = group.every(({ kind }) => kind === "read");
      database.run(isReading ? "BEGIN" : "BEGIN IMMEDIATE");
      const answers = runAll(group);
      for (const answer of answers) answer();
    } catch (thrown) {
      for (const step of group) step.fail(thrown);
    }
  }

  function runAll(group: readonly Step[]): readonly (() => void)[] {
    try {
      const answers = group.map((step) => step.run());
      database.run("COMMIT");
      return answers;
    } catch (thrown) {
      database.run("ROLLBACK");
      throw thrown;
    }
  }

  /** Undoes a step that throws, and nothing else of its group. */
  function guarded<T>(work: () => T): T {
    database.run("SAVEPOINT step");
    try {
      return work();
    } catch (thrown) {
      database.run("ROLLBACK TO step");
      throw thrown;
    } finally {
      database.run("RELEASE step");
    }
  }

  return {
    commit,
    add<T>(work: () => T, kind: "read" | "write") {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const run = () => {
        try {
          const result = kind === "read" ? work() : guarded(work);
          return () => resolve(result);
        } catch (thrown) {
          return () => reject(thrown);
        }
      };
      steps.push({ kind, run, fail: reject });
      if (steps.length === 1) setImmediate(commit);
      return promise;
    },
  };
}
