import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { essenceOf } from "../decoding/media-type.ts";
import { fileNameOf } from "../decoding/file-name.ts";
import { signedMediaType } from "../decoding/signature.ts";
import { EngineError } from "../errors.ts";
import type { Capture } from "../ports/page-source.ts";
import { isObject } from "../collections/json-values.ts";

const unzip = promisify(gunzip);

/** The size of the largest file when no other is given, in bytes. */
const defaultMaxBytes = 50 * 1024 * 1024;

/**
 * The capture of a file that is compressed by itself (gzip, RFC 1952), such as `data.csv.gz`, as that of the file: its type is
 * that of the header, unless this means the compression, and its name is without `.gz`. Undefined for an archive of several
 * files, and for a file that is compressed twice. Throws PAGE_TOO_LARGE for a file of more than `maxBytes`, and
 * UNSUPPORTED_CONTENT for a broken one.
 */
export async function unpackedFile(capture: Capture, maxBytes = defaultMaxBytes): Promise<Capture | undefined> {
  const name = nameOf(capture);
  if (/\.(?:tar\.gz|tgz)$/i.test(name)) return undefined;
  const body = await unpack(capture.body, name, maxBytes);
  if (isTar(body) || signedMediaType(body) === "application/gzip") return undefined;
  const inside = name.replace(/\.gz$/i, "").replace(/\.svgz$/i, ".svg");
  const others = capture.headers.filter(([header]) => header.toLowerCase() !== "content-disposition");
  return {
    ...capture,
    body,
    contentType: /gzip|gunzip/.test(essenceOf(capture.contentType)) ? "" : capture.contentType,
    headers: [...others, ["content-disposition", `inline; filename*=UTF-8''${encodeURIComponent(inside)}`]],
  };
}

async function unpack(body: Uint8Array, name: string, maxBytes: number): Promise<Uint8Array> {
  try {
    // Readers of documents want no subclass of it.
    return new Uint8Array(await unzip(body, { maxOutputLength: maxBytes }));
  } catch (thrown) {
    if (isObject(thrown) && thrown["code"] === "ERR_BUFFER_TOO_LARGE")
      throw new EngineError(
        "PAGE_TOO_LARGE",
        `The file in ${name} is larger than ${maxBytes} bytes, see policy.maxBodyBytes.`,
        { cause: thrown },
      );
    throw new EngineError("UNSUPPORTED_CONTENT", `The compressed file ${name} is broken: it can't be unpacked.`, {
      cause: thrown,
    });
  }
}

/** The name of the file, by its server or its address. */
function nameOf({ headers, url }: Capture): string {
  const last = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  return fileNameOf(headers) ?? last;
}

/** True for an archive of tar (POSIX.1-2024, pax, "ustar Interchange Format"). */
const isTar = (body: Uint8Array): boolean => new TextDecoder("latin1").decode(body.subarray(257, 262)) === "ustar";
