import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { EngineError, errorTable, messageOfThrown, type ErrorCode } from "../errors.ts";
import { mapFiles, outputSchema } from "../fetch/captured-files.ts";
import { codeOf } from "../fetch/network-error.ts";
import { makeFolder, makeFolderAtOnce } from "../memory/make-folder.ts";
import type { Capture, CaptureRequest, PageSource } from "../ports/page-source.ts";

// A cassette is a folder that people can read and keep beside their tests: for every answer a JSON file and the bytes as
// they came, below a folder for the host; `cassette.json` names the sources that were recorded. Request headers and
// `Set-Cookie` are not written down.
const manifestName = "cassette.json";

const Manifest = z.object({
  version: z.literal(1),
  sources: z.array(z.object({ name: z.string(), capabilities: z.array(z.string()), fetches: z.boolean() })),
});
export type Manifest = z.infer<typeof Manifest>;

const Answer = z.object({
  url: z.string(),
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
});
/** An answer to a plain request: for robots.txt or a sitemap. */
export type RecordedAnswer = z.infer<typeof Answer> & { readonly body: Uint8Array };

const RecordedCapture = Answer.extend({
  requestedUrl: z.string(),
  contentType: z.string(),
  isRendered: z.boolean().optional(),
  isCutOff: z.boolean().optional(),
  /** Pictures and PDFs are base64. */
  actionResults: outputSchema(z.string()).optional(),
  capturedAt: z.number(),
  source: z.string(),
  proxyUsed: z.enum(["basic", "stealth"]),
  warnings: z.array(z.string()),
});

const Failure = z.object({
  failure: z.object({
    code: z.enum(Object.keys(errorTable) as ErrorCode[]),
    message: z.string(),
    details: z.unknown().optional(),
    /** The code by which Node or OpenSSL named the reason. */
    reason: z.string(),
  }),
});

/** Bytes of a capture besides its body, and the endings of their files. */
const extraBytes = { served: ".served", screenshot: ".screenshot" } as const;

/** A request for a page, and the name of the source that it was made to. */
export interface CaptureAsked {
  readonly request: CaptureRequest;
  readonly source: string;
}

/** Writes a capture of a request. A later one takes the place of an earlier one. */
export async function writeCapture(folder: string, asked: CaptureAsked, capture: Capture): Promise<void> {
  const { body, served, screenshot, actionResults, ...rest } = capture;
  const path = await placeFor(folder, asked.request.url, captureKey(asked));
  const headers = withoutCookies(capture.headers);
  const output = actionResults && { actionResults: await mapFiles(actionResults, toBase64) };
  await writeFile(`${path}.json`, `${JSON.stringify({ ...rest, headers, ...output }, undefined, 2)}\n`);
  await writeFile(`${path}.body`, body);
  for (const [name, bytes] of Object.entries({ served, screenshot })) {
    if (bytes !== undefined) await writeFile(path + extraBytes[name as keyof typeof extraBytes], bytes);
  }
}

/** Writes how a request for a page failed. */
export async function writeFailedCapture(folder: string, asked: CaptureAsked, error: EngineError): Promise<void> {
  await writeFailure(await placeFor(folder, asked.request.url, captureKey(asked)), error);
}

/** Reads the capture of a request; undefined if there is none. Throws a recorded failure again. */
export async function readCapture(folder: string, asked: CaptureAsked): Promise<Capture | undefined> {
  const path = placeOf(folder, asked.request.url, captureKey(asked));
  const json = await readRecorded(path);
  if (json === undefined) return undefined;
  const { isRendered, actionResults, ...rest } = RecordedCapture.parse(json);
  const [served, screenshot] = await Promise.all([
    readIfThere(path + extraBytes.served),
    readIfThere(path + extraBytes.screenshot),
  ]);
  return {
    ...rest,
    ...(isRendered === undefined ? {} : { isRendered }),
    ...(actionResults === undefined ? {} : { actionResults: await mapFiles(actionResults, fromBase64) }),
    ...(served === undefined ? {} : { served }),
    ...(screenshot === undefined ? {} : { screenshot }),
    body: await readFile(`${path}.body`),
  };
}

/** Writes the answer to a plain request. */
export async function writeAnswer(folder: string, requestedUrl: string, answer: RecordedAnswer): Promise<void> {
  const { body, ...rest } = answer;
  const path = await placeFor(folder, requestedUrl, "fetch");
  const headers = withoutCookies(answer.headers);
  await writeFile(`${path}.json`, `${JSON.stringify({ ...rest, headers }, undefined, 2)}\n`);
  await writeFile(`${path}.body`, body);
}

/** Writes how a plain request failed. */
export async function writeFailedAnswer(folder: string, requestedUrl: string, error: EngineError): Promise<void> {
  await writeFailure(await placeFor(folder, requestedUrl, "fetch"), error);
}

/** Reads the answer to a plain request; undefined if there is none. Throws a recorded failure again. */
export async function readAnswer(folder: string, requestedUrl: string): Promise<RecordedAnswer | undefined> {
  const path = placeOf(folder, requestedUrl, "fetch");
  const json = await readRecorded(path);
  return json === undefined ? undefined : { ...Answer.parse(json), body: await readFile(`${path}.body`) };
}

async function writeFailure(path: string, { code, message, details, cause }: EngineError): Promise<void> {
  const failure = { code, message, details, reason: codeOf(cause) };
  await writeFile(`${path}.json`, `${JSON.stringify({ failure }, undefined, 2)}\n`);
}

async function readRecorded(path: string): Promise<unknown> {
  const json = await readIfThere(`${path}.json`);
  if (json === undefined) return undefined;
  const recorded: unknown = JSON.parse(json.toString("utf8"));
  const failed = Failure.safeParse(recorded);
  if (!failed.success) return recorded;
  const { code, message, details, reason } = failed.data.failure;
  const cause = Object.assign(new Error(message), { code: reason });
  throw new EngineError(code, message, { cause, details: details as EngineError["details"] });
}

/** A recorded answer as the Fetch API gives it. */
export function answerOf({ url, status, headers, body }: RecordedAnswer): Response {
  // The body is decoded already (RFC 9110 §8.4).
  const plain = headers.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name));
  const hasBody = status !== 204 && status !== 304;
  const response = new Response(hasBody ? new Uint8Array(body) : null, { status, headers: plain });
  return Object.defineProperty(response, "url", { value: url });
}

/** Notes in the manifest that a source was recorded. Throws BAD_REQUEST for a folder that can't be written. */
export function noteSource(folder: string, source: Pick<PageSource, "name" | "capabilities" | "fetch">): void {
  try {
    makeFolderAtOnce(folder);
    note(folder, source);
  } catch (cause) {
    const reason = messageOfThrown(cause);
    throw new EngineError("BAD_REQUEST", `${folder} can't be a cassette: ${reason}.`, { cause });
  }
}

function note(folder: string, source: Pick<PageSource, "name" | "capabilities" | "fetch">): void {
  const before = readManifest(folder)?.sources.filter(({ name }) => name !== source.name) ?? [];
  const noted = { name: source.name, capabilities: [...source.capabilities], fetches: source.fetch !== undefined };
  const manifest: Manifest = { version: 1, sources: [...before, noted] };
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The manifest of a folder; undefined when it is no cassette. */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, manifestName);
  return existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}

/** The parts of a request that decide its answer: they name its recording. Headers may be secret, so their digest counts. */
function captureKey({ request, source }: CaptureAsked): string {
  const { mobile, waitForMs, actions, location, blockAds, proxy, screenshot, headers, storageState } = request;
  const sent = Object.keys(headers)
    .toSorted()
    .map((name) => [name, headers[name]]);
  return JSON.stringify([
    source,
    ...[proxy, mobile, waitForMs, blockAds, actions, location ?? null, screenshot ?? null],
    ...[sent, storageState ?? null].map((secret) => digest(JSON.stringify(secret))),
  ]);
}

async function placeFor(folder: string, url: string, key: string): Promise<string> {
  const path = placeOf(folder, url, key);
  await makeFolder(dirname(path));
  return path;
}

/** A file name that tells people the address and machines the request. */
function placeOf(folder: string, url: string, key: string): string {
  const { host, pathname, search } = new URL(url);
  const name = `${pathname}${search}`.replaceAll(/[^\w.-]+/g, "-").replaceAll(/^-|-$/g, "");
  return join(folder, host.replaceAll(/[^\w.-]/g, "-"), `${name.slice(0, 80) || "index"}.${digest(`${url} ${key}`)}`);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function withoutCookies(headers: Capture["headers"]): readonly (readonly [string, string])[] {
  return headers.filter(([name]) => name.toLowerCase() !== "set-cookie");
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const fromBase64 = (text: string): Uint8Array => Buffer.from(text, "base64");

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw thrown;
  }
}
