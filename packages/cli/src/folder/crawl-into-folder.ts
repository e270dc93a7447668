import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EngineError, type Engine, type JobHandle, type ScrapeResult } from "@garner/core";
import { logPage, readManifest, writeManifest, type Manifest } from "./manifest.ts";
import { pageFile, withRelativeLinks } from "./page-file.ts";
import { assetPath, otherPath, pagePath, shortHash } from "./paths.ts";
import type { FetchFile } from "./revalidating-source.ts";

/** The changes that a crawl made to the files of its folder. */
export interface FolderReport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Pages of an earlier run that this one did not see. */
  readonly gone: readonly string[];
  readonly assets: number;
}

/** A crawl that writes into a folder. */
export interface FolderCrawl {
  readonly folder: string;
  readonly start: string;
  /** The crawl's request; `url` is the start. */
  readonly request: object;
  /** Fetches pictures; without it, they stay where they are. */
  readonly fetchFile?: FetchFile | undefined;
  readonly prunes: boolean;
  /** The engine works in this process, and not on a server that goes on by itself. */
  readonly worksHere: boolean;
}

/** A crawl that runs, or goes on where it was left. */
export interface StartedFolderCrawl {
  readonly job: JobHandle;
  readonly isResumed: boolean;
  readonly onPage: (page: ScrapeResult) => Promise<void>;
  /** Makes links relative, gets pictures, and forgets the job. Call it when the job has ended. */
  readonly finish: (signal: AbortSignal) => Promise<FolderReport>;
}

/** Starts a crawl into a folder, or goes on with the one that was left there. */
export async function crawlIntoFolder(engine: Engine, crawl: FolderCrawl): Promise<StartedFolderCrawl> {
  const { folder, start } = crawl;
  let manifest = await readManifest(folder, start);
  const left = manifest.job === undefined ? undefined : await unfinished(engine, manifest.job);
  if (left === undefined) {
    const { id } = await engine.jobs.startCrawl({ ...crawl.request, url: start } as never);
    manifest = { ...manifest, run: manifest.run + 1, job: id };
    await writeManifest(folder, manifest);
  } else if (crawl.worksHere) engine.jobs.work();
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const files = new Map(Object.entries(manifest.pages).map(([url, { file }]) => [file.toLowerCase(), url]));

  const onPage = async (page: ScrapeResult): Promise<void> => {
    const url = page.metadata.url ?? page.metadata.sourceURL;
    const markdown = page.markdown;
    if (url === undefined || markdown === undefined) return;
    const known = manifest.pages[url];
    if (known?.run === manifest.run) return;
    const file = known?.file ?? fileFor(url);
    const hash = shortHash(markdown, 32);
    if (known === undefined) counts.added += 1;
    else if (known.hash === hash) counts.unchanged += 1;
    else counts.changed += 1;
    if (known?.hash !== hash) await writePage(folder, file, page);
    manifest.pages[url] = { file, hash, run: manifest.run };
    await logPage(folder, url, manifest.pages[url]);
  };

  const fileFor = (url: string): string => {
    const path = pagePath(url, start);
    const taken = files.get(path.toLowerCase());
    const file = taken === undefined || taken === url ? path : otherPath(path, url);
    files.set(file.toLowerCase(), url);
    return file;
  };

  return {
    job: engine.jobs.attach({ id: manifest.job ?? "", kind: "crawl" }),
    isResumed: left !== undefined,
    onPage,
    async finish(signal) {
      const gone = Object.entries(manifest.pages).filter(([, { run }]) => run !== manifest.run);
      if (crawl.prunes) for (const [url, { file }] of gone) await forget(manifest, folder, { url, file });
      const assets = await relink(folder, manifest, { fetchFile: crawl.fetchFile, signal });
      const { job: _, ...ended } = manifest;
      await writeManifest(folder, ended);
      return { ...counts, gone: gone.map(([url]) => url), assets };
    },
  };
}

/** The job of a run that was not finished here, if it goes on or has completed meanwhile. */
async function unfinished(engine: Engine, id: string): Promise<string | undefined> {
  try {
    const { status } = await engine.jobs.get({ id, kind: "crawl", limit: 1 });
    return status === "scraping" || status === "completed" ? id : undefined;
  } catch (thrown) {
    if (EngineError.is(thrown, "JOB_NOT_FOUND")) return undefined;
    throw thrown;
  }
}

async function writePage(folder: string, file: string, { metadata, markdown = "" }: ScrapeResult): Promise<void> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const head = {
    url: metadata.url ?? metadata.sourceURL ?? "",
    title: metadata.title,
    description: metadata.description,
    language: metadata.language,
    fetchedAt: new Date().toISOString(),
  };
  await writeFile(path, pageFile(head, markdown));
}

async function forget(manifest: Manifest, folder: string, page: { readonly url: string; readonly file: string }) {
  await rm(join(folder, page.file), { force: true });
  delete manifest.pages[page.url];
}

interface Relinking {
  readonly fetchFile: FetchFile | undefined;
  readonly signal: AbortSignal;
}

const picture = /!\[[^\]]*\]\(<?(https?:\/\/[^\s()<>]+)/g;

/** Makes links between the pages relative, once all of them are known. Resolves to the number of pictures fetched. */
async function relink(folder: string, manifest: Manifest, { fetchFile, signal }: Relinking): Promise<number> {
  const files = new Map<string, string>();
  for (const [url, { file }] of Object.entries(manifest.pages)) {
    files.set(url, file);
    files.set(url.replace(/\/$/, ""), file);
  }
  let assets = 0;
  for (const { file } of Object.values(manifest.pages)) {
    const path = join(folder, file);
    const before = await readFile(path, "utf8");
    if (fetchFile !== undefined)
      for (const [, url = ""] of before.matchAll(picture))
        if (!files.has(url) && (await fetchAsset(folder, url, { fetchFile, signal }))) {
          files.set(url, assetPath(url));
          assets += 1;
        }
    const after = withRelativeLinks(before, file, (url) => files.get(url));
    if (after !== before) await writeFile(path, after);
  }
  return assets;
}

interface AssetFetching {
  readonly fetchFile: FetchFile;
  readonly signal: AbortSignal;
}

/** True if the picture was fetched; one that can't be had stays a link to the site. */
async function fetchAsset(folder: string, url: string, { fetchFile, signal }: AssetFetching): Promise<boolean> {
  try {
    const { status, body, contentType } = await fetchFile(url, signal);
    if (status !== 200 || !contentType.startsWith("image/")) return false;
    await mkdir(join(folder, "assets"), { recursive: true });
    await writeFile(join(folder, assetPath(url)), body);
    return true;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return false;
  }
}
