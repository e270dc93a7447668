import { access, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, type ScrapeResult } from "@garner/core";
import { logPage, type Manifest } from "./manifest.ts";
import { pageFile } from "./page-file.ts";
import { otherPath, pagePath, pathKey, shortHash } from "./paths.ts";

/** The folder of a crawl, with its record. */
export interface TakenFolder {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The URL that the crawl began with. */
  readonly start: string;
}

/** Takes the pages of a crawl into its folder. */
export interface PageTaker {
  /** Writes a page. Resolves to the reason for leaving it out, if it does. */
  readonly onPage: (page: ScrapeResult) => Promise<string | undefined>;
  readonly counts: { readonly added: number; readonly changed: number; readonly unchanged: number };
  /** Pages that the site says are gone. */
  readonly absent: ReadonlySet<string>;
  /** True if there were pages, and none of them was an error of the server's, or something in its place. */
  readonly hasEveryPage: () => boolean;
}

/** Makes one. It records each page in the manifest, so that a crawl that goes on takes none twice. */
export function pageTaker({ folder, manifest, start }: TakenFolder): PageTaker {
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const files = new Map(Object.entries(manifest.pages).map(([url, { file }]) => [pathKey(file), url]));
  const absent = new Set<string>();
  let hasErrors = false;

  const fileFor = (url: string): string => {
    const path = pagePath(url, start);
    const taken = files.get(pathKey(path));
    const file = taken === undefined || taken === url ? path : otherPath(path, url);
    files.set(pathKey(file), url);
    return file;
  };

  return {
    counts,
    absent,
    hasEveryPage: () => !hasErrors && Object.values(manifest.pages).some(({ run }) => run === manifest.run),
    async onPage(page) {
      const { statusCode = 200, error = "", sourceURL, url = sourceURL } = page.metadata;
      const markdown = page.markdown;
      if (url !== undefined && statusCode >= 400) {
        if (statusCode === 404 || statusCode === 410) absent.add(url);
        else hasErrors = true;
        return `the page answered ${statusCode} ${error}`.trimEnd();
      }
      if (url === undefined || markdown === undefined) return undefined;
      const known = manifest.pages[url];
      const { verdict = "ok", verdictReason = "" } = page.metadata;
      if (verdict === "soft-404") {
        absent.add(url);
        return `the page says that it does not exist: ${verdictReason}`;
      }
      if (verdict !== "ok" && verdict !== "paywall") {
        hasErrors = true; // its target may be missing, too
        if (known !== undefined) return `it is not the page, but ${verdict}: ${verdictReason}`;
      }
      const aliases = new Set(known?.aliases);
      if (sourceURL !== undefined && sourceURL !== url) aliases.add(sourceURL);
      const isTaken = known?.run === manifest.run;
      if (isTaken && aliases.size === (known.aliases ?? []).length) return undefined;
      const file = known?.file ?? fileFor(url);
      const hash = isTaken ? known.hash : shortHash(markdown, 32);
      if (known === undefined) counts.added += 1;
      else if (known.hash !== hash) counts.changed += 1;
      else if (!isTaken) counts.unchanged += 1;
      if (known?.hash !== hash || !(await isThere(join(folder, file)))) await writePage(folder, file, page);
      manifest.pages[url] = { file, hash, run: manifest.run, ...(aliases.size === 0 ? {} : { aliases: [...aliases] }) };
      await logPage(folder, url, manifest.pages[url]);
      return undefined;
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function writePage(folder: string, file: string, { metadata, markdown = "" }: ScrapeResult): Promise<void> {
  const path = join(folder, file);
  await makeFolder(dirname(path));
  const head = {
    url: metadata.url ?? metadata.sourceURL ?? "",
    title: metadata.title,
    description: metadata.description,
    language: metadata.language,
    fetchedAt: new Date().toISOString(),
  };
  await writeFile(path, pageFile(head, markdown));
}
