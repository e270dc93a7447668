import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRegister } from "./orphans.ts";

let folder: string;
let profile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "register-"));
  profile = await mkdtemp(join(tmpdir(), "playwright_chromiumdev_profile-"));
});
afterEach(async () => {
  for (const path of [folder, profile]) await rm(path, { recursive: true, force: true });
});

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
  await home.note(nobody, profile);
  expect([await register.reap(), existsSync(home.folder), existsSync(profile)]).toEqual([0, true, true]);
  await home.remove();
  expect(await readdir(folder)).toEqual([]);
});

test("what a process has left behind is removed, also when another one has its id by now", async () => {
  const register = openRegister(folder);
  const [home, unfinished] = [await register.open(), await register.open()];
  await home.note(nobody, profile);
  await writeFile(join(home.folder, "a file of the browser"), "");
  for (const one of [home, unfinished]) await change(one.folder, { birth: "before this process" });
  expect([await register.reap(), existsSync(profile)]).toEqual([2, false]);
  expect(await readdir(folder)).toEqual([]);
});

test("nothing but a browser's own files is ever removed", async () => {
  const precious = join(folder, "precious");
  await mkdir(precious);
  const register = openRegister(join(folder, "register"));
  const [home, broken] = [await register.open(), await register.open()];
  await home.note(nobody, precious);
  await change(home.folder, { pid: nobody });
  await writeFile(join(broken.folder, "owner.json"), "{ half");
  expect([await register.reap(), existsSync(precious), existsSync(broken.folder)]).toEqual([1, true, true]);
});
