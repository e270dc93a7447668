import { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import zlib from "node:zlib";
import { EngineError } from "@garner/core";
import { scanJson, type JsonScan } from "./json-scan.ts";
import { readUpload } from "./upload.ts";
import { readFields, type FieldSchemas } from "./fields.ts";
import type { Place, Places } from "./places.ts";

/** The rules for reading a request's body. */
export interface BodyRules {
  /** The size of the largest body in bytes, after decompression. */
  readonly maxBodyBytes: number;
  /** The fields that a form may have. */
  readonly fields: FieldSchemas;
  /** True if the body may be a form with a file. */
  readonly takesFiles: boolean;
  /** Takes the place of a large body, which outlives the reading. */
  readonly takePlace: Places["take"];
}

/** The size up to which bodies are no burden. */
const smallBytes = 64 * 1024;

/**
 * Reads a JSON or form body, or one with a file where that is wanted; an empty one is an empty object. A body without a
 * content type is taken for JSON. Throws EngineError: UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE as soon as the limit is
 * passed, BAD_REQUEST_INVALID_JSON, BAD_REQUEST for one that is nested too deep or has too many fields or values (see
 * `json-scan.ts`), and OVERLOADED when there is no place for another large one.
 */
export async function readBody(request: Request, rules: BodyRules): Promise<unknown> {
  const { maxBodyBytes, fields } = rules;
  const contentType = request.headers.get("content-type") ?? "";
  const kind = bodyKind(contentType, rules);
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxBodyBytes) throw tooLarge(maxBodyBytes);
  const scan = scanJson();
  const sent = decompressed(request);
  const body = kind === "upload" ? sent : inUtf8(sent, contentType);
  const bytes = await readBytes(body, scan, rules).catch((cause: unknown) => {
    throw EngineError.is(cause) ? cause : new EngineError("BAD_REQUEST_INVALID_JSON", "The body is broken.", { cause });
  });
  if (kind === "upload") return await readFile(bytes, contentType);
  const text = decodeText(bytes);
  if (text.trim() === "") return {};
  // `curl -d '{…}'` calls its body a form unless told otherwise; no form starts with a brace.
  if (kind === "json" || text.trimStart().startsWith("{")) {
    scan.check();
    const value = parseJson(text);
    // Later work on a large value takes a turn of its own.
    if (bytes.length > smallBytes) await nextTurn();
    return value;
  }
  return readFields(parseForm(text), fields);
}

function bodyKind(contentType: string, { takesFiles }: BodyRules): "json" | "form" | "upload" {
  const mediaType = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (mediaType === "" || mediaType === "application/json" || mediaType.endsWith("+json")) return "json";
  if (mediaType === "application/x-www-form-urlencoded") return "form";
  if (takesFiles && mediaType === "multipart/form-data") return "upload";
  throw new EngineError(
    "UNSUPPORTED_MEDIA_TYPE",
    `The body is \`${mediaType}\`; send \`Content-Type: application/json\`.`,
  );
}

async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  scan: JsonScan,
  { maxBodyBytes, takePlace }: BodyRules,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const { promise: hungUp, reject: hangUp } = Promise.withResolvers<never>();
  hungUp.catch(() => {}); // the body has arrived, so the wait for it is over
  const chunks: Uint8Array[] = [];
  let size = 0;
  let place: Place | undefined;
  // The reader is not cancelled: that could close the connection before the answer is on its way.
  for (let read = await reader?.read(); read?.done === false;) {
    chunks.push(read.value);
    size += read.value.byteLength;
    if (size > maxBodyBytes) throw tooLarge(maxBodyBytes);
    if (size > smallBytes) place ??= takePlace(() => hangUp(tooSlow()));
    place?.touch();
    await scan.look(read.value);
    read = await Promise.race([reader?.read(), hungUp]);
  }
  place?.keep();
  return Buffer.concat(chunks);
}

function decompressed(request: Request): ReadableStream<Uint8Array> | null {
  const encoding = (request.headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (request.body === null || encoding === "identity") return request.body;
  const decompressor = decompressors.get(encoding);
  if (decompressor !== undefined) return request.body.pipeThrough(decompressor(), { preventCancel: true });
  const known = [...decompressors.keys()].join(", ");
  throw new EngineError("UNSUPPORTED_MEDIA_TYPE", `The body's encoding \`${encoding}\` is none of ${known}.`);
}

type Decompressor = () => ReadableWritablePair<Uint8Array, Uint8Array>;

/** The codings of a body (RFC 9110 §8.4.1, RFC 7932, RFC 8878). */
const decompressors: ReadonlyMap<string, Decompressor> = new Map<string, Decompressor>([
  ["gzip", () => new DecompressionStream("gzip")],
  ["x-gzip", () => new DecompressionStream("gzip")],
  ["deflate", () => new DecompressionStream("deflate")],
  ["br", () => Duplex.toWeb(zlib.createBrotliDecompress())],
  ["zstd", () => Duplex.toWeb(zlib.createZstdDecompress())],
]);

/** A body in UTF-8, which JSON has to be in (RFC 8259 §8.1); one that names another charset, as some clients do, is turned into it. */
function inUtf8(body: ReadableStream<Uint8Array> | null, contentType: string): ReadableStream<Uint8Array> | null {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  const charset = label === undefined ? "utf-8" : charsetNamed(label);
  if (body === null || charset === "utf-8") return body;
  const unhurried = { preventCancel: true };
  return body
    .pipeThrough(new TextDecoderStream(charset, { fatal: true }), unhurried)
    .pipeThrough(new TextEncoderStream(), unhurried);
}

/** The name of a charset by one of its labels; an unknown one says nothing. */
function charsetNamed(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return "utf-8";
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new EngineError("BAD_REQUEST_INVALID_JSON", "The body is not UTF-8.", { cause });
  }
}

async function readFile(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<unknown> {
  const { file, options } = await readUpload(bytes, contentType);
  const sent = options.trim() === "" ? {} : await readOptions(options);
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    throw new EngineError("BAD_REQUEST", "`options` must be a JSON object.");
  return { ...sent, file };
}

async function readOptions(text: string): Promise<unknown> {
  const scan = scanJson();
  await scan.look(Buffer.from(text));
  scan.check();
  return parseJson(text, "The form's `options`");
}

function parseJson(text: string, what = "The body"): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "syntax error";
    throw new EngineError("BAD_REQUEST_INVALID_JSON", `${what} is not valid JSON: ${reason}`, { cause });
  }
}

/** Far more than there are options. */
const maxFormFields = 1000;

function parseForm(text: string): URLSearchParams {
  // The parser would read the last piece to its end.
  if (text.split("&", maxFormFields + 1).length > maxFormFields)
    throw new EngineError("BAD_REQUEST", `The body has more than ${maxFormFields} fields.`);
  return new URLSearchParams(text);
}

function tooSlow(): EngineError {
  return new EngineError("OVERLOADED", "The body came so slowly that its place went to another.");
}

function tooLarge(maxBodyBytes: number): EngineError {
  return new EngineError("PAYLOAD_TOO_LARGE", `The body is larger than ${maxBodyBytes} bytes.`);
}
