/** Steps that are asked for at about the same time and share a transaction. */
export interface CommitGroup {
  /** Runs a step in the next group; resolves with its result once the group is committed. May run it again. */
  add<T>(work: () => T): Promise<T>;
  /**
   * Runs a step that nobody waits for in the next group, before the group's own steps; in one of its own when there is none
   * soon. `fail` gets the reason if it could not be committed.
   */
  addUnawaited(work: () => void, fail: (reason: unknown) => void): void;
  /** Runs the steps that wait, now. */
  commit(): void;
  /** The same if one of them is one that nobody waits for. */
  commitUnawaited(): void;
}

/** The part of a database that a group needs. */
interface Transacting {
  /** Runs `work` between this statement and COMMIT; if it throws, nothing of it happened. */
  transact<T>(begin: "BEGIN IMMEDIATE", work: () => T): T;
}

interface Step {
  /** Does the work, and returns a function that resolves the waiting promise. */
  readonly run: () => () => void;
  readonly fail: (reason: unknown) => void;
}

/** The longest that a step waits for others to share its transaction with. */
const patienceMs = 10;
/** The same for a step that nobody waits for. */
const unawaitedPatienceMs = 100;

/**
 * Commits in groups, as database servers do (DeWitt et al. 1984): steps wait for each other while every turn of the
 * event loop brings more of them, for a few milliseconds at most, and become one transaction, whose locks and commit
 * are paid for once. Nobody hears of a result before it is committed. When a step throws, the others are run again
 * without it; if the file cannot be locked or committed, all steps of the group fail.
 */
export function commitGroup(database: Transacting): CommitGroup {
  let steps: Step[] = [];
  let unawaited: Step[] = [];
  let unawaitedEnd: NodeJS.Timeout | undefined;
  let waitingSince = 0;

  function lookForMore(seen: number): void {
    const isOver = performance.now() - waitingSince >= patienceMs;
    if (steps.length > seen && !isOver) setImmediate(lookForMore, steps.length);
    else commit();
  }

  function commit(): void {
    const group = [...unawaited, ...steps];
    steps = [];
    unawaited = [];
    clearTimeout(unawaitedEnd);
    unawaitedEnd = undefined;
    if (group.length > 0) commitTogether(group, database);
  }

  return {
    commit,
    commitUnawaited() {
      if (unawaited.length > 0) commit();
    },
    add<T>(work: () => T) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const run = () => {
        const result = work();
        return () => resolve(result);
      };
      steps.push({ run, fail: reject });
      if (steps.length === 1) {
        waitingSince = performance.now();
        setImmediate(lookForMore, 0);
      }
      return promise;
    },
    addUnawaited(work, fail) {
      const run = () => {
        work();
        return () => undefined;
      };
      unawaited.push({ run, fail });
      unawaitedEnd ??= setTimeout(commit, unawaitedPatienceMs);
    },
  };
}

/** Never throws: nobody would catch it. */
function commitTogether(group: readonly Step[], database: Transacting): void {
  let underWay: Step | undefined;
  function runAll(): readonly (() => void)[] {
    const answers = group.map((step) => {
      underWay = step;
      return step.run();
    });
    underWay = undefined;
    return answers;
  }

  try {
    for (const answer of database.transact("BEGIN IMMEDIATE", runAll)) answer();
  } catch (thrown) {
    if (underWay === undefined || group.length === 1) for (const step of group) step.fail(thrown);
    else for (const step of group) commitTogether([step], database);
  }
}
