import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  canonicalUrl,
  EngineError,
  makeFolder,
  type CrawlRequest,
  type Engine,
  type JobHandle,
  type ScrapeResult,
} from "@garner/core";
import { readManifest, writeManifest, type Manifest } from "./manifest.ts";
import { withRelativeLinks } from "./page-file.ts";
import { pageTaker } from "./page-taker.ts";
import { assetPath } from "./paths.ts";
import type { FetchFile } from "./revalidating-source.ts";

/** The changes that a crawl made to the files of its folder. */
export interface FolderReport {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /**
   * Pages of an earlier run that the site says are gone, or that a crawl which took everything did not see. One that
   * could not be had is not gone.
   */
  readonly gone: readonly string[];
  readonly assets: number;
}

/** A crawl that writes into a folder. */
export interface FolderCrawl {
  readonly folder: string;
  readonly start: string;
  /** The crawl's request; its `url` is the start. */
  readonly request: Omit<CrawlRequest, "url">;
  /** Fetches pictures; without it, they stay where they are. */
  readonly fetchFile?: FetchFile | undefined;
  readonly prunes: boolean;
  /** Starts over in place of an earlier crawl, and ends its job. */
  readonly restarts: boolean;
  /** The engine works in this process, and not on a server that goes on by itself. */
  readonly worksHere: boolean;
}

/** A crawl that runs, or goes on where it was left. */
export interface StartedFolderCrawl {
  readonly job: JobHandle;
  readonly isResumed: boolean;
  /** The job that goes on was started with other options than those of the crawl. */
  readonly hasOtherOptions: boolean;
  /** Writes a page. Resolves to the reason for leaving it out, if it does: an error page never takes a file. */
  readonly onPage: (page: ScrapeResult) => Promise<string | undefined>;
  /** Makes links relative, gets pictures, and forgets the job. Call it when the job has ended. */
  readonly finish: (end: FolderCrawlEnd) => Promise<FolderReport>;
}

/** The end of a crawl into a folder. */
export interface FolderCrawlEnd {
  /** Every page that the crawl knew was taken. */
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
}

/** Starts a crawl into a folder, or continues the one in it. */
export async function crawlIntoFolder(engine: Engine, crawl: FolderCrawl): Promise<StartedFolderCrawl> {
  const { folder, start } = crawl;
  let manifest = await readManifest(folder, start);
  let left = manifest.job === undefined ? undefined : await unfinished(engine, manifest.job);
  if (left !== undefined && crawl.restarts) {
    await endLeft(engine, left);
    left = undefined;
  }
  const hasOtherOptions = left !== undefined && !hasAllOf(manifest.request, plain(crawl.request));
  if (left === undefined) {
    const { id } = await engine.jobs.startCrawl({ ...crawl.request, url: start, excludeErrorPages: false });
    manifest = { ...manifest, run: manifest.run + 1, job: id, request: plain(crawl.request) };
    await writeManifest(folder, manifest);
  } else if (crawl.worksHere) engine.jobs.work();
  const taken = pageTaker({ folder, manifest, start });
  return {
    job: engine.jobs.attach({ id: manifest.job ?? "", kind: "crawl" }),
    isResumed: left !== undefined,
    hasOtherOptions,
    onPage: taken.onPage,
    async finish({ isWhole, signal }) {
      const hasSeenAll = isWhole && taken.hasEveryPage() && !(await stoppedAtLimit(engine, manifest.job));
      const gone = Object.entries(manifest.pages).filter(
        ([url, { run }]) => run !== manifest.run && (hasSeenAll || taken.absent.has(url)),
      );
      if (crawl.prunes) for (const [url, { file }] of gone) await forget(manifest, folder, { url, file });
      const assets = await relink(folder, manifest, { fetchFile: crawl.fetchFile, signal });
      const { job: _job, request: _request, ...ended } = manifest;
      await writeManifest(folder, ended);
      return { ...taken.counts, gone: gone.map(([url]) => url), assets };
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

/** Ends a job that works, if it still does. */
async function endLeft(engine: Engine, id: string): Promise<void> {
  const { status } = await engine.jobs.get({ id, kind: "crawl", limit: 1 });
  if (status === "scraping") await engine.jobs.cancel({ id, kind: "crawl" });
}

/** A request as the manifest gives it back. */
const plain = (request: object): unknown => JSON.parse(JSON.stringify(request));

/** True if every option that is asked for is that of the job; one of an older version tells none. */
function hasAllOf(job: unknown, asked: unknown): boolean {
  if (job === undefined || !isRecord(asked)) return job === undefined || isDeepStrictEqual(job, asked);
  return isRecord(job) && Object.entries(asked).every(([name, value]) => name in job && hasAllOf(job[name], value));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function stoppedAtLimit(engine: Engine, id = ""): Promise<boolean> {
  const { decisions } = await engine.jobs.explain({ id, reason: "limit", limit: 1 });
  return decisions.length > 0;
}

async function forget(manifest: Manifest, folder: string, page: { readonly url: string; readonly file: string }) {
  await rm(join(folder, page.file), { force: true });
  delete manifest.pages[page.url];
}

interface Relinking {
  readonly fetchFile: FetchFile | undefined;
  readonly signal: AbortSignal;
}

const picture = /!\[[^\]]*\]\(<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)/g;

/** Makes links between the pages relative, once all of them are known. Resolves to the number of pictures fetched. */
async function relink(folder: string, manifest: Manifest, { fetchFile, signal }: Relinking): Promise<number> {
  const files = new Map<string, string>();
  const pages = Object.entries(manifest.pages);
  const named = [
    ...pages.flatMap(([, { file, aliases = [] }]) => aliases.map((alias) => [alias, file] as const)),
    ...pages.map(([url, { file }]) => [url, file] as const),
  ];
  // The same address with a slash at its end or without is another page only if there is one.
  for (const [url, file] of named) files.set(sameAddress(url.endsWith("/") ? url.slice(0, -1) : `${url}/`), file);
  for (const [url, file] of named) files.set(sameAddress(url), file);
  let assets = 0;
  for (const { file } of Object.values(manifest.pages)) {
    const path = join(folder, file);
    const before = await readFile(path, "utf8").catch(absentFile);
    if (before === undefined) continue;
    if (fetchFile !== undefined)
      for (const [, url = ""] of before.matchAll(picture))
        if (!files.has(sameAddress(url)) && (await fetchAsset(folder, url, { fetchFile, signal }))) {
          files.set(sameAddress(url), assetPath(url));
          assets += 1;
        }
    const after = withRelativeLinks(before, file, (url) => files.get(sameAddress(url)));
    if (after !== before) await writeFile(path, after);
  }
  return assets;
}

/** The form in which addresses are compared: the escapes in a link need not be those of the page's own address. */
function sameAddress(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : canonicalUrl(parsed);
}

/** A file of a page that this run did not see may have been removed by hand. */
function absentFile(thrown: NodeJS.ErrnoException): undefined {
  if (thrown.code !== "ENOENT") throw thrown;
}

interface AssetFetching {
  readonly fetchFile: FetchFile;
  readonly signal: AbortSignal;
}

/** True if the picture was fetched; otherwise the link to the site stays. */
async function fetchAsset(folder: string, url: string, { fetchFile, signal }: AssetFetching): Promise<boolean> {
  try {
    const { status, body, contentType } = await fetchFile(url, signal);
    if (status !== 200 || !contentType.startsWith("image/")) return false;
    await makeFolder(join(folder, "assets"));
    await writeFile(join(folder, assetPath(url)), body);
    return true;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return false;
  }
}
