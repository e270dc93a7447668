import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findExecutable } from "./executable.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "executables-"));
  for (const name of ["named", "own", "chromium", "chromium-headless-shell"]) {
    await writeFile(join(folder, name), "");
    await chmod(join(folder, name), 0o755);
  }
  await writeFile(join(folder, "not-executable"), "");
});
afterAll(() => rm(folder, { recursive: true }));

const noDriver = {
  executablePath: () => {
    throw new Error("no build for this platform");
  },
};
const at = (name: string) => join(folder, name);

test("what is named comes first: the option, then the environment", () => {
  const environment = { PATH: folder, GARNER_CHROMIUM_PATH: at("chromium") };
  expect(findExecutable({ executablePath: at("named"), driver: noDriver, environment })).toBe(at("named"));
  expect(findExecutable({ driver: noDriver, environment })).toBe(at("chromium"));
  const other = { PATH: folder, PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH: at("named") };
  expect(findExecutable({ driver: noDriver, environment: other })).toBe(at("named"));
});

test("then the driver's own install, then the leanest program of the system", () => {
  const environment = { PATH: folder };
  expect(findExecutable({ driver: { executablePath: () => at("own") }, environment })).toBe(at("own"));
  expect(findExecutable({ driver: { executablePath: () => at("gone") }, environment })).toBe(
    at("chromium-headless-shell"),
  );
  expect(findExecutable({ driver: noDriver, environment })).toBe(at("chromium-headless-shell"));
});

test("says how to get one when there is none, and what is wrong with one that was named", () => {
  expect(() => findExecutable({ driver: noDriver, environment: {} })).toThrow(
    /apt-get install|playwright-core install/,
  );
  for (const name of ["gone", "not-executable"])
    expect(() => findExecutable({ executablePath: at(name), driver: noDriver, environment: {} })).toThrow(at(name));
});
