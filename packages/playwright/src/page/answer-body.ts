import type { CDPSession } from "playwright-core";
import type { Clock } from "@garner/core";

const partBytes = 512 * 1024;

/** Reads on in an answer. */
async function readPart(
  session: CDPSession,
  handle: string,
): Promise<{ readonly part: Buffer; readonly eof: boolean }> {
  const { data, base64Encoded = false, eof } = await session.send("IO.read", { handle, size: partBytes });
  return { part: Buffer.from(data, base64Encoded ? "base64" : "utf8"), eof };
}

/** Takes the bytes of an answer that is held up, decompressed; undefined if there are more than `maxBytes`. */
export async function takeBody(
  session: CDPSession,
  requestId: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const { stream: handle } = await session.send("Fetch.takeResponseBodyAsStream", { requestId });
  const parts: Buffer[] = [];
  for (let bytes = 0; bytes <= maxBytes;) {
    const { part, eof } = await readPart(session, handle);
    parts.push(part);
    bytes += part.length;
    if (eof && bytes <= maxBytes) return new Uint8Array(Buffer.concat(parts));
  }
  await session.send("IO.close", { handle });
  return undefined;
}

/** The part of an answer that came in time. */
export interface TakenBody {
  readonly bytes: Uint8Array;
  /** What kept the rest away; undefined if there is none. */
  readonly cut: string | undefined;
}

/** The limits of {@link takeBodyInTime}. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly longestMs: number;
  readonly clock: Clock;
}

/**
 * Takes the bytes of an answer that is held up, decompressed, as far as they come in time and the connection holds.
 * Undefined if there are more than `maxBytes`.
 */
export async function takeBodyInTime(
  session: CDPSession,
  requestId: string,
  { maxBytes, longestMs, clock }: BodyLimits,
): Promise<TakenBody | undefined> {
  const { stream: handle } = await session.send("Fetch.takeResponseBodyAsStream", { requestId });
  const ended = new AbortController();
  const late = clock.sleep(longestMs, ended.signal).then(() => stillComing);
  late.catch(() => undefined); // all of it came
  const parts: Buffer[] = [];
  let cut: string | undefined;
  try {
    for (let bytes = 0; ;) {
      const read = await Promise.race([readPart(session, handle).catch(() => brokenOff), late]);
      if (typeof read === "string") {
        cut = read;
        break;
      }
      parts.push(read.part);
      bytes += read.part.length;
      if (bytes > maxBytes) return undefined;
      if (read.eof) break;
    }
    return { bytes: new Uint8Array(Buffer.concat(parts)), cut };
  } finally {
    ended.abort();
    session.send("IO.close", { handle }).catch(() => undefined); // it ended with its page
  }
}

/** What kept the end of an answer away: there was no more time. */
export const stillComing = "was still coming when it was read";
/** The same: its connection, or its encoding. */
export const brokenOff = "broke off, or could not be decoded, before all of it had come";

/** The text of a document as its server sent it; undefined if the browser has not kept it. */
export async function servedText(session: CDPSession, frameId: string, url: string): Promise<string | undefined> {
  try {
    const { content, base64Encoded } = await session.send("Page.getResourceContent", { frameId, url });
    return base64Encoded ? Buffer.from(content, "base64").toString() : content;
  } catch {
    return undefined; // a browser does not keep all that it was sent
  }
}
