import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRegister } from "./orphans.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "register-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process id beyond what systems give. */
const nobody = 2 ** 30;
const change = async (home: string, changes: object) => {
  const file = join(home, "owner.json");
  const owner = JSON.parse(await readFile(file, "utf8")) as object;
  await writeFile(file, JSON.stringify({ ...owner, ...changes }));
};

test("what belongs to a running process is left alone", async () => {
  const register = openRegister(folder);
  const home = await register.open();
  await home.note(nobody);
  expect([await register.reap(), existsSync(home.folder)]).toEqual([0, true]);
  await home.remove();
  expect(await readdir(folder)).toEqual([]);
});

test("what a process has left behind is removed, also when another one has its id by now", async () => {
  const register = openRegister(folder);
  const [home, unfinished] = [await register.open(), await register.open()];
  await home.note(nobody);
  await writeFile(join(home.folder, "a file of the browser"), "");
  for (const one of [home, unfinished]) await change(one.folder, { birth: "before this process" });
  expect(await register.reap()).toBe(2);
  expect(await readdir(folder)).toEqual([]);
});

test("a process that does not name the folder in its command line is left alone, and so is a folder of nobody", async () => {
  const register = openRegister(folder);
  const [home, broken] = [await register.open(), await register.open()];
  await home.note(process.pid);
  await change(home.folder, { pid: nobody });
  await writeFile(join(broken.folder, "owner.json"), "{ half");
  expect([await register.reap(), existsSync(broken.folder)]).toEqual([1, true]);
});

test("a folder that can't be written is named, with what to set", async () => {
  await writeFile(join(folder, "file"), "");
  const inFile = join(folder, "file", "browsers");
  await expect(openRegister(inFile).open()).rejects.toMatchObject({
    code: "CAPABILITY_MISSING",
    message: expect.stringMatching(/file\/browsers can't be written: (?:EEXIST|ENOTDIR).*\. Set TMPDIR to a folder/),
  });
});
