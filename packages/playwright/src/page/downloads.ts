import { readFile, stat } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import type { Clock } from "@garner/core";
import { isReadable } from "./media-types.ts";

/** A file that a page made by itself, and saved. */
export interface DownloadedFile {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** The means to take downloads. */
export interface DownloadOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Receives notes about what was left. */
  readonly warn: (warning: string) => void;
}

/** The longest a file that is in the browser already takes to be saved. */
const longestMs = 5_000;

/**
 * Watches a page for downloads from now on. What a server sends is taken from its answer, so these are files that scripts
 * make (`blob:`, `data:`), and links with `download`. The function that is returned gives the last one that can be read, once.
 */
export function watchDownloads(page: Page, options: DownloadOptions): () => Promise<DownloadedFile | undefined> {
  const begun: Download[] = [];
  page.on("download", (download) => void begun.push(download));
  return async () => {
    const files = begun.splice(0);
    const last = files.findLast((download) => isReadable(typeOf(download)));
    for (const download of files) {
      if (download === last) continue;
      options.warn(`A download was not followed: ${download.suggestedFilename().slice(0, 100)}`);
      download.cancel().catch(() => undefined); // it is done
    }
    return last && (await take(last, options));
  };
}

async function take(download: Download, options: DownloadOptions): Promise<DownloadedFile | undefined> {
  const { clock, signal, maxBytes, warn } = options;
  const name = download.suggestedFilename().slice(0, 100);
  const saved = new AbortController();
  const late = clock.sleep(longestMs, AbortSignal.any([signal, saved.signal])).then(() => undefined);
  try {
    const path = await Promise.race([download.path().catch(() => undefined), late]);
    if (path === undefined) {
      download.cancel().catch(() => undefined); // it failed
      warn(`The download of ${name} did not come in time, or failed.`);
      return undefined;
    }
    if ((await stat(path)).size > maxBytes) {
      warn(`The download of ${name} is larger than ${maxBytes} bytes, and was left out.`);
      return undefined;
    }
    return { contentType: typeOf(download), body: new Uint8Array(await readFile(path)) };
  } finally {
    saved.abort();
    late.catch(() => undefined); // the file came
  }
}

/** Media types by the ending of a file's name: a browser passes on no other. */
const typeByExtension: Readonly<Record<string, string>> = {
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  epub: "application/epub+zip",
  htm: "text/html",
  html: "text/html",
  json: "application/json",
  md: "text/markdown",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  pdf: "application/pdf",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  rtf: "application/rtf",
  tsv: "text/tab-separated-values",
  txt: "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
};

function typeOf(download: Download): string {
  const extension = /\.(\w{1,8})$/.exec(download.suggestedFilename())?.[1]?.toLowerCase() ?? "";
  const declared = /^data:([\w.+-]+\/[\w.+-]+)/.exec(download.url().slice(0, 200))?.[1];
  return typeByExtension[extension] ?? declared ?? "application/octet-stream";
}
