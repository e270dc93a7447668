import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import {
  httpSource,
  makeFolder,
  plainCaptureRequest,
  type Capture,
  type CaptureContext,
  type CaptureRequest,
  type MakeSource,
} from "@garner/core";
import { shortHash } from "./paths.ts";

/** Fetches a file of a site, such as a picture, as the engine fetches pages. */
export type FetchFile = (url: string, signal: AbortSignal) => Promise<Capture>;

/** A source that asks only for changes, and a way to fetch files through it. */
export interface RevalidatingSource {
  readonly source: MakeSource;
  /** Works once an engine uses the source. */
  readonly fetchFile: FetchFile;
}

/**
 * Plain HTTP that keeps pages with an `ETag` or `Last-Modified` in a folder and asks for them with a condition the next
 * time (RFC 9110 §13): a 304 gives the page that was kept.
 */
export function revalidatingSource(folder: string): RevalidatingSource {
  let fetchFile: FetchFile | undefined;
  return {
    fetchFile: async (url, signal) => {
      if (fetchFile === undefined) throw new Error("No engine uses this source yet.");
      return await fetchFile(url, signal);
    },
    source: (host) => {
      const plain = httpSource()(host);
      const context: CaptureContext = { guard: host.guard, maxBodyBytes: host.policy.maxBodyBytes };
      fetchFile = (url, signal) => plain.capture(plainCaptureRequest(url), signal, context);
      return {
        ...plain,
        async capture(request, signal, given) {
          const file = fileOf(folder, request);
          const kept = await readKept(file, request.url);
          const headers = kept === undefined ? request.headers : { ...conditionsOf(kept), ...request.headers };
          let capture = await plain.capture({ ...request, headers }, signal, given);
          if (kept !== undefined && (capture.status === 304 || capture.status === 412)) {
            if (capture.status === 304 && capture.url === kept.url) return { ...kept, capturedAt: capture.capturedAt };
            // It leads elsewhere than the last time, where the condition meant another page; or the server is mistaken: no
            // condition of a GET with If-None-Match fails with 412 (RFC 9110 §13.1.2).
            capture = await plain.capture(request, signal, given);
          }
          if (capture.status === 200 && Object.keys(conditionsOf(capture)).length > 0) {
            await makeFolder(folder);
            await keep(file, capture);
          }
          return capture;
        },
      };
    },
  };
}

function conditionsOf({ headers }: Capture): Readonly<Record<string, string>> {
  const valueOf = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [etag, modified] = [valueOf("etag"), valueOf("last-modified")];
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(modified === undefined ? {} : { "if-modified-since": modified }),
  };
}

/** The file of a capture. A page in another language, or for a phone, is another page under the same URL. */
function fileOf(folder: string, { url, headers, mobile, location }: CaptureRequest): string {
  const isPlain = Object.keys(headers).length === 0 && !mobile && location === undefined;
  return join(folder, `${shortHash(isPlain ? url : JSON.stringify([url, headers, mobile, location]), 32)}.capture`);
}

async function readKept(file: string, url: string): Promise<Capture | undefined> {
  const bytes = await readFile(file).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === "ENOENT") return undefined;
    throw thrown;
  });
  const kept = bytes === undefined ? undefined : captureIn(bytes);
  return kept?.requestedUrl === url ? kept : undefined;
}

/** Undefined for a torn entry: the page is then fetched whole. */
function captureIn(bytes: Uint8Array): Capture | undefined {
  try {
    return deserialize(bytes) as Capture;
  } catch {
    return undefined;
  }
}

async function keep(file: string, capture: Capture): Promise<void> {
  await writeFile(file, serialize({ ...capture, body: new Uint8Array(capture.body) }));
}
