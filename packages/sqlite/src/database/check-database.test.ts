import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EngineError, type FrontierEntry, type JobReader, type JobStore, type NewJob } from "@garner/core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkDatabase, sqlite } from "../index.ts";

const top = mkdtempSync(join(tmpdir(), "garner-check-"));
const sound = join(top, "sound.sqlite");
afterAll(() => rmSync(top, { recursive: true }));

const spec: NewJob = {
  ...{ id: "job", kind: "batch", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: { "0": {} } },
  ...{ maxConcurrency: 500, oneVisitPerLane: false, shortestDepths: true, createdAt: 0, keptForMs: 1000 },
};

function entry(index: number): FrontierEntry {
  return { key: `${index}`, url: `http://a.test/${index}`, depth: 0, lane: `host-${index % 50}.test`, part: "0" };
}

async function visit(jobs: JobStore, id: string, key: string): Promise<void> {
  const outcome = { kind: "page", document: { markdown: `Words of ${key}. `.repeat(50) }, credits: 1 } as const;
  await jobs.complete(id, { key, id: `visit ${key}`, at: 1, outcome, discovered: [], refused: [] });
}

beforeAll(async () => {
  await using stores = sqlite({ file: sound });
  const { next } = await stores.jobs.create(
    spec,
    Array.from({ length: 1000 }, (_, index) => entry(index)),
  );
  for (const { key } of next.slice(0, 300)) await visit(stores.jobs, "job", key);
  await stores.queue.push(next.map((each) => ({ id: each.key, type: "visit", jobId: "job", entry: each })));
});

let count = 0;
/** A copy of a file with a job, in a folder of its own. */
function copy(): { readonly folder: string; readonly file: string } {
  const folder = join(top, String((count += 1)));
  mkdirSync(folder);
  const file = join(folder, "garner.sqlite");
  copyFileSync(sound, file);
  return { folder, file };
}

/** The complaint about a file when it is opened. */
function complaintAbout(file: string): EngineError {
  try {
    sqlite({ file });
  } catch (thrown) {
    if (EngineError.is(thrown)) return thrown;
    throw thrown;
  }
  throw new Error("Nothing is wrong with it.");
}

describe("a database that can't be used is not opened; one sentence names its folder, and one the way out", () => {
  const backup = /Put a backup in its place, or move garner\.sqlite, garner\.sqlite-wal and garner\.sqlite-shm out of/;

  test.each([50, 4096, 100_000])("cut off after %i bytes", (bytes) => {
    const { folder, file } = copy();
    truncateSync(file, bytes);
    const { code, message } = complaintAbout(file);
    expect(code).toBe("STORE_UNAVAILABLE");
    expect(message).toContain(folder);
    expect(message).toMatch(backup);
  });

  test("empty, with a log that is not", () => {
    const { file } = copy();
    truncateSync(file, 0);
    writeFileSync(`${file}-wal`, "the last pages");
    expect(complaintAbout(file).message).toMatch(backup);
  });

  test("with a page of zeros where a tree was", () => {
    const { file } = copy();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, 40 * 4096, 60 * 4096));
    expect(complaintAbout(file).message).toMatch(backup);
  });

  test("something else than a database", () => {
    const { folder, file } = copy();
    writeFileSync(file, "Dear diary, ".repeat(1000));
    const { message } = complaintAbout(file);
    expect(message).toContain(`${file} is not a database of Garner: it is none.`);
    expect(message).toContain(`out of ${folder}`);
  });

  test.each([0, 3])("the database of another program, version %i", (version) => {
    const { file } = copy();
    rmSync(file);
    using other = new DatabaseSync(file);
    other.exec(`CREATE TABLE tasks (id INTEGER); PRAGMA user_version = ${version}`);
    expect(complaintAbout(file).message).toContain(
      "is not a database of Garner: it has the tables of another program.",
    );
  });

  test("one of a newer version", () => {
    const { file } = copy();
    using newer = new DatabaseSync(file);
    newer.exec("PRAGMA user_version = 1000");
    expect(complaintAbout(file).message).toMatch(
      /was written by a newer version of Garner: .* 1000, .*Run the newer version/,
    );
  });

  test("in a folder that is not there", () => {
    const { message } = complaintAbout(join(top, "nowhere", "garner.sqlite"));
    expect(message).toBe(`There is no folder ${join(top, "nowhere")}. Make it, or name another one.`);
  });

  test.each(["folder", "file"] as const)("a %s without permission to write", (which) => {
    const paths = copy();
    chmodSync(top, 0o755);
    for (const path of [paths.file, paths.folder]) chmodSync(path, path === paths[which] ? 0o555 : 0o777);
    const message = complaintOfOthers(paths.file);
    expect(message).toContain(`${paths[which]} can't be written by this user (EACCES).`);
  });
});

/** The complaint that a user who is not root gets: root may write everything. */
function complaintOfOthers(file: string): string {
  const index = JSON.stringify(new URL("../index.ts", import.meta.url).href);
  const program = `
    import { sqlite } from ${index};
    if (process.getuid() === 0) process.setuid(65534);
    try { sqlite({ file: ${JSON.stringify(file)} }); } catch (thrown) { console.log(thrown.message); }`;
  const parameters = ["--conditions=source", "--input-type=module-typescript", "-e", program];
  return execFileSync(process.execPath, parameters, { encoding: "utf8" });
}

test("bytes that changed are noticed at once, or when they are read, or do no harm", async () => {
  const outcomes = { refused: 0, noticed: 0, harmless: 0 };
  const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  await fc.assert(
    fc.asyncProperty(place, fc.uint8Array({ minLength: 1, maxLength: 100 }), async (where, change) => {
      const { folder, file } = copy();
      const bytes = readFileSync(file);
      bytes.set(change.subarray(0, bytes.length), Math.floor(where * (bytes.length - change.length)));
      writeFileSync(file, bytes);
      outcomes[await useDamaged(file)] += 1;
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 80 },
  );
  expect(outcomes.refused).toBeGreaterThan(10);
});

/** Opens a file and does all sorts of things with it. Throws anything but what says that it is damaged. */
async function useDamaged(file: string): Promise<"refused" | "noticed" | "harmless"> {
  let hasOpened = false;
  try {
    await using stores = sqlite({ file });
    hasOpened = true;
    await useJobs(stores.jobs);
    await stores.queue.push([{ id: "new", type: "deliver", jobId: "job", sequence: 1 }]);
    return "harmless";
  } catch (thrown) {
    if (!EngineError.is(thrown) || thrown.code !== "STORE_UNAVAILABLE") throw thrown;
    if (!hasOpened && !thrown.message.includes(file)) throw thrown;
    return hasOpened ? "noticed" : "refused";
  }
}

async function useJobs(jobs: JobStore & JobReader): Promise<void> {
  await jobs.get("job");
  await jobs.active();
  await jobs.pages("job", { skip: 0, limit: 1000 });
  await jobs.events("job", { after: 0, limit: 1000 });
  await jobs.setPaused("job", {});
  for (let index = 300; index < 310; index += 1) await visit(jobs, "job", `${index}`);
  await jobs.create({ ...spec, id: "next" }, [entry(1)]);
  await jobs.settle("job", { state: "completed", at: 2 });
  await jobs.purge(5000);
}

test("a sound database passes, also when it is compared with its indexes; one that is not there is fine", async () => {
  expect(checkDatabase(sound)).toBeUndefined();
  expect(checkDatabase(sound, { depth: "full" })).toBeUndefined();
  expect(checkDatabase(join(top, "none.sqlite"))).toBeUndefined();
});

test("an index that has lost a row is found by the full check only", () => {
  const { file } = copy();
  using connection = new DatabaseSync(file, { defensive: false } as object);
  connection.exec(
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX jobs_by_state ON jobs (team, number)' WHERE name = 'jobs_by_state'",
  );
  connection.close();
  expect(checkDatabase(file)).toBeUndefined();
  expect(() => checkDatabase(file, { depth: "full" })).toThrow(/is damaged: .*jobs_by_state/);
});
