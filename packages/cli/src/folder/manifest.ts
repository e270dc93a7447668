import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EngineError } from "@garner/core";
import { z } from "zod";

const KnownPage = z.object({
  file: z.string(),
  /** Of the Markdown, to see changes. */
  hash: z.string(),
  /** The number of the run that saw it last. */
  run: z.int(),
});

const Manifest = z.object({
  version: z.literal(1),
  start: z.string(),
  /** The number of this run, or the last one. */
  run: z.int(),
  /** The job of a run that has not ended. */
  job: z.string().optional(),
  pages: z.record(z.string(), KnownPage),
});

/** What a folder knows of the crawls into it. */
export type Manifest = z.output<typeof Manifest>;

/** The folder below a crawl's, for what is no page. */
export function stateFolder(folder: string): string {
  return join(folder, ".garner");
}

/** Reads what a folder knows; a new one knows nothing. Throws BAD_REQUEST for a folder of another site. */
export async function readManifest(folder: string, start: string): Promise<Manifest> {
  await mkdir(stateFolder(folder), { recursive: true });
  const file = join(stateFolder(folder), "manifest.json");
  let json: string;
  try {
    json = await readFile(file, "utf8");
  } catch {
    return { version: 1, start, run: 0, pages: {} };
  }
  const manifest = Manifest.safeParse(JSON.parse(json));
  if (!manifest.success)
    throw new EngineError("BAD_REQUEST", `${file} is not a manifest of garner: remove it, or take another folder.`);
  if (manifest.data.start !== start)
    throw new EngineError(
      "BAD_REQUEST",
      `${folder} is a crawl of ${manifest.data.start}: take another folder for ${start}.`,
    );
  return manifest.data;
}

/** Writes it whole or not at all. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = join(stateFolder(folder), "manifest.json");
  await writeFile(`${file}.new`, JSON.stringify(manifest));
  await rename(`${file}.new`, file);
}
