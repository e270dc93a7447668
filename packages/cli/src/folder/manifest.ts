import { appendFile, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { EngineError, makeFolder } from "@garner/core";
import { unreadable, unwritable } from "../failure.ts";
import { z } from "zod";

const KnownPage = z.object({
  file: z.string(),
  /** The hash of the Markdown, to see changes. */
  hash: z.string(),
  /** The number of the run that saw it last. */
  run: z.int(),
  /** Other addresses that led to it. */
  aliases: z.array(z.string()).optional(),
});
/** A folder's record of a page. */
export type KnownPage = z.output<typeof KnownPage>;

const Manifest = z.object({
  version: z.literal(1),
  start: z.string(),
  /** The number of this run, or the last one. */
  run: z.int(),
  /** The job of a run that has not ended. */
  job: z.string().optional(),
  /** The options that this job was started with. */
  request: z.unknown().optional(),
  pages: z.record(z.string(), KnownPage),
});

/** A folder's record of the crawls into it. */
export type Manifest = z.output<typeof Manifest>;

/** A line of the log: the pages of a run as they come. */
const LoggedPage = KnownPage.extend({ url: z.string() });

/** The folder below a crawl's, for files that are no pages. */
export function stateFolder(folder: string): string {
  return join(folder, ".garner");
}

const manifestFile = (folder: string) => join(stateFolder(folder), "manifest.json");
const logFile = (folder: string) => join(stateFolder(folder), "manifest.log");

/**
 * Reads a folder's manifest; a new one's is empty. Records torn by a crash are left out: their pages are scraped again.
 * Throws BAD_REQUEST for a folder with pages of another start URL, for files that can't be read or are not garner's,
 * and for a folder that can't be made.
 */
export async function readManifest(folder: string, start: string): Promise<Manifest> {
  await makeFolder(stateFolder(folder)).catch(unwritable(folder));
  const whole = await readIfThere(manifestFile(folder));
  const parsed = whole === undefined ? undefined : parsedJson(whole);
  const none: Manifest = { version: 1, start, run: 0, pages: {} };
  const manifest = parsed === undefined ? none : checked(folder, parsed);
  for (const line of ((await readIfThere(logFile(folder))) ?? "").split("\n")) {
    const { success, data } = LoggedPage.safeParse(parsedJson(line));
    if (!success) continue;
    const { url, ...page } = data;
    manifest.pages[url] = page;
  }
  if (URL.parse(manifest.start)?.href === URL.parse(start)?.href) return manifest;
  // A start without any page, such as a mistyped one, does not claim the folder.
  if (manifest.job === undefined && Object.keys(manifest.pages).length === 0) return none;
  throw new EngineError("BAD_REQUEST", `${folder} is a crawl of ${manifest.start}: take another folder for ${start}.`);
}

function checked(folder: string, json: unknown): Manifest {
  const { data } = Manifest.safeParse(json);
  if (data !== undefined) return data;
  throw new EngineError(
    "BAD_REQUEST",
    `${manifestFile(folder)} is not a manifest of garner: remove it, or take another folder.`,
  );
}

/** Undefined for torn JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return unreadable(file)(cause as NodeJS.ErrnoException);
  }
}

/** Adds a page to the folder's records, at a cost that does not grow with the folder. */
export async function logPage(folder: string, url: string, page: KnownPage): Promise<void> {
  // Before the line as well as behind it: a crash may have torn the one before.
  await appendFile(logFile(folder), `\n${JSON.stringify({ url, ...page })}\n`);
}

/** Writes the manifest whole or not at all; it includes the logged pages. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = manifestFile(folder);
  await writeWhole(`${file}.new`, JSON.stringify(manifest));
  await rename(`${file}.new`, file);
  await writeWhole(logFile(folder), "");
}

/** Resolves once the data is on the disk, so that a later rename never comes before it. */
async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
