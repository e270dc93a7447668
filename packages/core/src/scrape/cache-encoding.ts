import { promisify } from "node:util";
// Not by names: a Node without zstd is told so by check-node.ts, and would find a name missing before.
import zlib from "node:zlib";
import { z } from "zod";
import { compressBytes } from "../concurrency/compress-bytes.ts";
import { mapFiles, outputSchema } from "../fetch/captured-files.ts";
import type { Capture } from "../ports/page-source.ts";

const expand = promisify(zlib.zstdDecompress);
const expandGzip = promisify(zlib.gunzip);
const fast = { [zlib.constants.ZSTD_c_compressionLevel]: 1 };

/** Below this many bytes compressing costs more than it saves. */
const minCompressedBytes = 1024;

/** Bodies of a stored capture never exceed this when expanded: a store is not trusted more than the network. */
const maxExpandedBytes = 1024 * 1024 * 1024;

/** Compressed with Zstandard (RFC 8878), or with gzip by an earlier version. */
const Bytes = z.strictObject({ base64: z.string(), gzip: z.boolean().optional(), zstd: z.boolean().optional() });

const StoredCapture = z.object({
  version: z.literal(1),
  /** True if this is the page, rather than a wall in front of it or a note that it is gone. */
  isGood: z.boolean(),
  requestedUrl: z.string(),
  url: z.string(),
  status: z.int(),
  contentType: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: Bytes,
  isRendered: z.boolean().optional(),
  isPrivate: z.boolean().optional(),
  served: Bytes.optional(),
  screenshot: Bytes.optional(),
  actionResults: outputSchema(Bytes).optional(),
  capturedAt: z.number(),
  source: z.string(),
  proxyUsed: z.enum(["basic", "stealth"]),
  warnings: z.array(z.string()),
});

/** A capture as a Keyv keeps it: plain JSON in any store, with bodies compressed where that helps. */
export type StoredCapture = z.infer<typeof StoredCapture>;

/** Encodes a capture for a store, without the values of cookies. Bytes survive exactly. */
export async function encodeCapture(capture: Capture, isGood: boolean): Promise<StoredCapture> {
  return {
    version: 1,
    isGood,
    requestedUrl: capture.requestedUrl,
    url: capture.url,
    status: capture.status,
    contentType: capture.contentType,
    // The header stays, because it says that the page is for one visitor; the session in it is nobody else's.
    headers: capture.headers.map(([name, value]) => [name, /^set-cookie$/i.test(name) ? "" : value]),
    body: await encodeBytes(capture.body),
    ...(capture.isPrivate === undefined ? {} : { isPrivate: capture.isPrivate }),
    ...(capture.isRendered === undefined ? {} : { isRendered: capture.isRendered }),
    ...(capture.served && { served: await encodeBytes(capture.served) }),
    ...(capture.screenshot && { screenshot: await encodeBytes(capture.screenshot) }),
    ...(capture.actionResults && { actionResults: await mapFiles(capture.actionResults, encodeBytes) }),
    capturedAt: capture.capturedAt,
    source: capture.source,
    proxyUsed: capture.proxyUsed,
    warnings: [...capture.warnings],
  };
}

/** A capture as it came out of a store. */
export interface DecodedCapture {
  readonly capture: Capture;
  readonly isGood: boolean;
}

/** Decodes what {@link encodeCapture} made. Throws for anything else. */
export async function decodeCapture(stored: unknown): Promise<DecodedCapture> {
  const { version: _, isGood, body, served, screenshot, actionResults, ...rest } = StoredCapture.parse(stored);
  const capture = {
    ...rest,
    body: await decodeBytes(body),
    ...(served && { served: await decodeBytes(served) }),
    ...(screenshot && { screenshot: await decodeBytes(screenshot) }),
    ...(actionResults && { actionResults: await mapFiles(actionResults, decodeBytes) }),
  };
  return { capture, isGood };
}

async function encodeBytes(bytes: Uint8Array): Promise<z.infer<typeof Bytes>> {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (plain.length < minCompressedBytes) return { base64: plain.toString("base64") };
  const compressed = await compressBytes(plain, fast);
  const helps = compressed.length < plain.length * 0.9;
  return { base64: (helps ? compressed : plain).toString("base64"), zstd: helps };
}

async function decodeBytes(stored: z.infer<typeof Bytes>): Promise<Uint8Array> {
  const expanded = await expandBytes(Buffer.from(stored.base64, "base64"), stored);
  return new Uint8Array(expanded.buffer, expanded.byteOffset, expanded.byteLength);
}

async function expandBytes(bytes: Buffer, { gzip, zstd }: z.infer<typeof Bytes>): Promise<Buffer> {
  const limit = { maxOutputLength: maxExpandedBytes };
  if (gzip === true) return await expandGzip(bytes, limit);
  if (zstd !== true) return bytes;
  return await expand(bytes, limit);
}
