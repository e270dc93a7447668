import type { CDPSession } from "playwright-core";

const partBytes = 512 * 1024;

/** Takes the bytes of an answer that is held up, decompressed; undefined if there are more than `maxBytes`. */
export async function takeBody(
  session: CDPSession,
  requestId: string,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const { stream: handle } = await session.send("Fetch.takeResponseBodyAsStream", { requestId });
  const parts: Buffer[] = [];
  for (let bytes = 0; bytes <= maxBytes;) {
    const { data, base64Encoded = false, eof } = await session.send("IO.read", { handle, size: partBytes });
    const part = Buffer.from(data, base64Encoded ? "base64" : "utf8");
    parts.push(part);
    bytes += part.length;
    if (eof && bytes <= maxBytes) return new Uint8Array(Buffer.concat(parts));
  }
  await session.send("IO.close", { handle });
  return undefined;
}

/** The text of a document as its server sent it; undefined if the browser has not kept it. */
export async function servedText(session: CDPSession, frameId: string, url: string): Promise<string | undefined> {
  try {
    const { content, base64Encoded } = await session.send("Page.getResourceContent", { frameId, url });
    return base64Encoded ? Buffer.from(content, "base64").toString() : content;
  } catch {
    return undefined; // a browser does not keep all that it was sent
  }
}
