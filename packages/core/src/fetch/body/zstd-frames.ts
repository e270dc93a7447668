const signatureLength = 4;

/**
 * The chunks of a Zstandard body, cut where its frames end (RFC 8878 §3.1), because Node's decoder forgets what follows
 * a frame within a chunk. What stands behind the frames and begins none is left out.
 */
export async function* cutAtFrames(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let walk = walkFrame();
  let unread = 0;
  let isEnding = false;
  const read = (byte: number) => void ({ value: unread, done: isEnding = false } = walk.next(byte));
  const begin = () => {
    walk = walkFrame();
    read(0);
  };
  begin();
  let framesBefore = 0;
  let isBegun = false;
  let held: Uint8Array = new Uint8Array();
  for await (const next of body) {
    const chunk: Uint8Array = held.length === 0 ? next : Buffer.concat([held, next]);
    held = new Uint8Array();
    let start = 0;
    for (let place = 0; place < chunk.length;) {
      if (unread > 0) {
        const passed = Math.min(unread, chunk.length - place);
        place += passed;
        unread -= passed;
      } else {
        read(chunk[place] ?? 0);
        place += 1;
      }
      if (unread === unknown && framesBefore > 0) return;
      if (!isEnding || unread > 0) continue;
      yield chunk.subarray(start, place);
      start = place;
      framesBefore += 1;
      isBegun = false;
      begin();
    }
    const rest = chunk.subarray(start);
    if (isBegun || framesBefore === 0 || rest.length >= signatureLength) {
      isBegun ||= rest.length > 0;
      yield rest;
    } else {
      // It may still turn out to be no frame.
      held = rest;
      begin();
    }
  }
}

/** The length of what is no frame. */
const unknown = Infinity;

/**
 * Takes the bytes of a frame that say how it goes on. Yields how many bytes lie before the next of them, and returns how
 * many lie before its end.
 */
function* walkFrame(): Generator<number, number, number> {
  const signature = [yield 0, yield 0, yield 0, yield 0];
  const isSkippable = signature.join() === `${((signature[0] ?? 0) & 0x0f) | 0x50},42,77,24`;
  if (isSkippable) return (yield 0) + (yield 0) * 2 ** 8 + (yield 0) * 2 ** 16 + (yield 0) * 2 ** 24;
  if (signature.join() !== "40,181,47,253") return unknown;
  const descriptor = yield 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeLength = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const dictionaryLength = [0, 1, 2, 4][descriptor & 3] ?? 0;
  let before = (isSingleSegment ? 0 : 1) + dictionaryLength + sizeLength;
  for (;;) {
    const header = (yield before) + (yield 0) * 2 ** 8 + (yield 0) * 2 ** 16;
    const isRepeatedByte = ((header >> 1) & 3) === 1;
    before = isRepeatedByte ? 1 : header >> 3;
    if ((header & 1) === 1) return before + ((descriptor & 4) === 0 ? 0 : 4);
  }
}
