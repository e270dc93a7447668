import { join } from "node:path";
import { CrawlRequest, EngineError, makeFolder, ScrapeOptions } from "@garner/core";
import { sqlite } from "@garner/sqlite";
import { exitCodes, unwritable } from "../failure.ts";
import { addFlags, fieldsOf } from "../flags.ts";
import { followJob, jsonLines } from "../follow-job.ts";
import { crawlIntoFolder, type FolderReport } from "../folder/crawl-into-folder.ts";
import { stateFolder } from "../folder/manifest.ts";
import { revalidatingSource, type FetchFile } from "../folder/revalidating-source.ts";
import { openCommandEngine, type CommandEngine } from "../command-engine.ts";
import { openLocalEngine } from "../local-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { scrapeFlags } from "../scrape-flags.ts";
import { readSettings, type Settings } from "../settings.ts";
import { tellWarning } from "../terminal.ts";
import { webUrl } from "../urls.ts";

const crawlFlags = [
  "limit",
  "maxDiscoveryDepth",
  "includePaths",
  "excludePaths",
  "crawlEntireDomain",
  "allowSubdomains",
  "allowExternalLinks",
  "ignoreQueryParameters",
  "ignoreRobotsTxt",
  "sitemap",
  "delay",
  "maxConcurrency",
  "excludeErrorPages",
] as const;

/** Flags that go with `--out`. */
const folderFlags = ["assets", "prune", "restart"] as const;

/** `garner crawl URL`: the pages of a site, as lines of JSON or as a folder of Markdown files. */
export function addCrawl(host: CommandHost): void {
  const { program, terminal } = host;
  const command = program
    .command("crawl")
    .summary("scrape the pages of a site")
    .description(
      "Follow the links of a site. Each page is a line of JSON; with --out, a Markdown file with links made relative. " +
        "Run again, it goes on where it was stopped, or brings the folder up to date.",
    )
    .argument("<url>", "where to start")
    .option("--out <folder>", "write a tree of Markdown files")
    .option("--assets", "with --out: also fetch pictures")
    .option("--prune", "with --out: remove files of pages that are gone")
    .option("--restart", "with --out: begin anew in place of a crawl that was left there");
  addFlags(command, CrawlRequest.shape, crawlFlags);
  addFlags(
    command,
    ScrapeOptions.shape,
    scrapeFlags.filter((name) => !(crawlFlags as readonly string[]).includes(name)),
  );
  command.action(async (typed: string, options: Record<string, unknown>) => {
    const settings = await readSettings(host);
    const scrapeOptions = { ...settings.scrape, ...fieldsOf<ScrapeOptions>(options, ScrapeOptions.shape, scrapeFlags) };
    const request = { ...fieldsOf<CrawlRequest>(options, CrawlRequest.shape, crawlFlags), scrapeOptions };
    const crawl: Crawl = { start: webUrl(typed), request, options };
    checkFolderFlags(options);
    if (typeof options["out"] === "string")
      return await intoFolder(host, { ...crawl, folder: options["out"] }, settings);
    await using opened = await openCommandEngine(settings);
    const { engine } = opened;
    const job = engine.crawl({ ...request, url: crawl.start }, { signal: terminal.signal });
    const { exitCode } = await followJob({ engine, job, kind: "crawl", onPage: jsonLines(terminal) }, terminal);
    host.end(exitCode);
  });
}

/** Throws BAD_REQUEST for a folder without a name, and for flags that need a folder. */
function checkFolderFlags({ out, ...others }: Readonly<Record<string, unknown>>): void {
  if (out === "") throw new EngineError("BAD_REQUEST", "--out needs the name of a folder.");
  const without = folderFlags.find((name) => others[name] === true);
  if (out === undefined && without !== undefined)
    throw new EngineError("BAD_REQUEST", `--${without} needs a folder: --out <folder>.`);
}

interface Crawl {
  readonly start: string;
  readonly request: Omit<CrawlRequest, "url">;
  readonly options: Readonly<Record<string, unknown>>;
}

/** An engine for a folder, and its way to fetch pictures. */
interface FolderEngine extends CommandEngine {
  readonly fetchFile?: FetchFile | undefined;
}

/** A server, or an engine here whose jobs and pages are kept in the folder. */
async function openFolderEngine(folder: string, settings: Settings): Promise<FolderEngine> {
  if (settings.server !== undefined) return await openCommandEngine(settings);
  const state = stateFolder(folder);
  const { source, fetchFile } = revalidatingSource(join(state, "captures"));
  await makeFolder(state).catch(unwritable(folder));
  const stores = sqlite({ file: join(state, "crawl.sqlite") });
  const { engine, ...opened } = await openLocalEngine(settings, {
    stores: { ...stores, cache: false },
    sources: [source],
  });
  return {
    engine,
    fetchFile,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await stores[Symbol.asyncDispose]();
    },
  };
}

async function intoFolder(
  { program, terminal, end }: CommandHost,
  { folder, start, request, options }: Crawl & { readonly folder: string },
  settings: Settings,
): Promise<void> {
  const { server } = settings;
  if (server !== undefined && options["assets"] === true)
    throw new EngineError("BAD_REQUEST", "--assets fetches pictures from here: it does not go with a server.");
  await using opened = await openFolderEngine(folder, settings);
  const { engine, fetchFile } = opened;
  const stop = () => void engine[Symbol.asyncDispose]();
  terminal.signal.addEventListener("abort", stop, { once: true });
  try {
    const { job, isResumed, hasOtherOptions, onPage, finish } = await crawlIntoFolder(engine, {
      ...{ folder, start, request },
      fetchFile: options["assets"] === true ? fetchFile : undefined,
      prunes: options["prune"] === true,
      restarts: options["restart"] === true,
      worksHere: server === undefined,
    });
    if (isResumed) terminal.tell(`Going on with the crawl that was left in ${folder}.\n`);
    if (hasOtherOptions)
      tellWarning(terminal, "It keeps the options that it began with, whatever is asked now: --restart begins anew.");
    const { exitCode, isWhole } = await followJob({ engine, job, kind: "crawl", onPage }, terminal);
    terminal.tell(`${described(await finish({ isWhole, signal: terminal.signal }))} in ${folder}\n`);
    end(exitCode);
  } catch (thrown) {
    const isStop = EngineError.is(thrown, "ENGINE_DISPOSED") || EngineError.is(thrown, "ABORTED");
    if (!isStop || !terminal.signal.aborted) throw thrown;
    const flags = (["assets", "prune"] as const).map((name) => (options[name] === true ? ` --${name}` : ""));
    const { config } = program.opts<{ readonly config?: string }>();
    const configured = config === undefined ? "" : ` --config ${inShell(config)}`;
    const asked = server === undefined ? "" : ` --server ${server.url}`;
    const command = `garner crawl ${inShell(start)} --out ${inShell(folder)}${flags.join("")}${configured}${asked}`;
    terminal.tell(`Stopped${server === undefined ? "" : "; the server goes on"}. Go on with: ${command}\n`);
    end(exitCodes.interrupted);
  } finally {
    terminal.signal.removeEventListener("abort", stop);
  }
}

/** A word as a shell takes it for one. */
function inShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function described({ added, changed, unchanged, gone, assets }: FolderReport): string {
  const pictures = assets === 0 ? "" : `, ${assets} pictures`;
  return `${added} new, ${changed} changed, ${unchanged} unchanged, ${gone.length} gone${pictures}`;
}
