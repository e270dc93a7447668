import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { logPage, readManifest, stateFolder, writeManifest, type Manifest } from "./manifest.ts";

const start = "https://a.example/";
const page = (run: number, hash = "h") => ({ file: "a.md", hash, run });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "garner-manifest-"));
  await mkdir(stateFolder(folder));
});
afterEach(() => rm(folder, { recursive: true }));

const manifest: Manifest = { version: 1, start, run: 2, job: "job", pages: { [`${start}a`]: page(1) } };
const file = (name: string) => join(stateFolder(folder), name);

test("a new folder knows nothing; what was written and logged is read again", async () => {
  expect(await readManifest(folder, start)).toEqual({ version: 1, start, run: 0, pages: {} });
  await writeManifest(folder, manifest);
  await logPage(folder, `${start}b`, page(2));
  await logPage(folder, `${start}a`, page(2, "other"));
  const pages = { [`${start}a`]: page(2, "other"), [`${start}b`]: page(2) };
  expect(await readManifest(folder, start)).toEqual({ ...manifest, pages });
  await writeManifest(folder, { ...manifest, pages });
  expect((await stat(file("manifest.log"))).size).toBe(0);
  expect(await readManifest(folder, start)).toEqual({ ...manifest, pages });
});

test("a page costs a line, however many pages there are", async () => {
  await writeManifest(folder, manifest);
  const before = await stat(file("manifest.json"));
  for (let index = 0; index < 200; index += 1) await logPage(folder, `${start}${index}`, page(2));
  expect((await stat(file("manifest.json"))).mtimeMs).toBe(before.mtimeMs);
  expect((await readFile(file("manifest.log"), "utf8")).length).toBeLessThan(200 * 100);
});

test("wherever a crash tore the files, the rest is read, and more can be logged", async () => {
  await writeManifest(folder, manifest);
  await logPage(folder, `${start}b`, page(2));
  await logPage(folder, `${start}c`, page(2));
  const { size } = await stat(file("manifest.log"));
  await truncate(file("manifest.log"), size - 10);
  await logPage(folder, `${start}d`, page(2));
  const known = await readManifest(folder, start);
  expect(Object.keys(known.pages)).toEqual(["a", "b", "d"].map((name) => start + name));

  for (const length of [0, 1, 30]) {
    await truncate(file("manifest.json"), length);
    const { run, pages } = await readManifest(folder, start);
    expect({ run, pages: Object.keys(pages) }).toEqual({ run: 0, pages: [`${start}b`, `${start}d`] });
  }
});

test("what can't be read, or is not garner's, is an error that names it", async () => {
  await mkdir(file("manifest.json"));
  await expect(readManifest(folder, start)).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringContaining(`${file("manifest.json")} can't be read: it is a folder.`),
  });
  await rm(file("manifest.json"), { recursive: true });
  await writeFile(file("manifest.json"), '{"version":2}');
  await expect(readManifest(folder, start)).rejects.toThrow("is not a manifest of garner");
  await writeManifest(folder, manifest);
  await expect(readManifest(folder, "https://b.example/")).rejects.toThrow("take another folder");
});

test("the start URL may be spelled otherwise, and one that led to nothing keeps no folder", async () => {
  await writeManifest(folder, manifest);
  for (const same of ["https://a.example", "https://A.example:443/"])
    expect(await readManifest(folder, same)).toEqual(manifest);
  await writeManifest(folder, { version: 1, start: "https://mistyped.example/", run: 1, pages: {} });
  expect(await readManifest(folder, start)).toEqual({ version: 1, start, run: 0, pages: {} });
  await writeManifest(folder, { version: 1, start: "https://mistyped.example/", run: 1, job: "under way", pages: {} });
  await expect(readManifest(folder, start)).rejects.toThrow("take another folder");
});
