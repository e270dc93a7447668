/**
 * Small whole numbers as text, entropy-coded by asymmetric numeral systems (Duda 2013, arXiv:1311.2540; the byte-wise
 * variant of Giesen's ryg_rans): a common number takes a fraction of a bit.
 */
const precision = 14;
const slots = 2 ** precision;
const least = 2 ** 23;
const byte = 256;
/** Numbers are coded as bytes counted from this one. */
const lowest = -128;
const stateBytes = 4;

/** Numbers from -128 to 127 as text. */
export function packWeights(weights: Int8Array): string {
  const shares = sharesOf(weights);
  const starts = startsOf(shares);
  const coded: number[] = [];
  let state = least;
  for (let at = weights.length - 1; at >= 0; at -= 1) {
    const value = (weights[at] ?? 0) - lowest;
    const share = shares[value] ?? 0;
    const most = (least / slots) * byte * share;
    while (state >= most) {
      coded.push(state % byte);
      state = Math.floor(state / byte);
    }
    state = Math.floor(state / share) * slots + (state % share) + (starts[value] ?? 0);
  }
  for (let at = 0; at < stateBytes; at += 1) {
    coded.push(state % byte);
    state = Math.floor(state / byte);
  }
  const head = [...shares].flatMap((share) => [Math.floor(share / byte), share % byte]);
  const signs = [...head, ...coded.toReversed()].map((code) => String.fromCharCode(code));
  return btoa(signs.join(""));
}

/**
 * Unpacks `length` numbers from {@link packWeights}. Each lands `stride` places after the one before; past the end,
 * placing goes on at the first free place. With the number of rows as stride, a matrix comes out transposed.
 */
export function unpackWeights(packed: string, length: number, stride = 1): Int8Array {
  const bytes = bytesOf(packed);
  const shares = Uint16Array.from({ length: byte }, (_, at) => (bytes[2 * at] ?? 0) * byte + (bytes[2 * at + 1] ?? 0));
  const starts = startsOf(shares);
  // Small tables stay in the processor's fastest memory, and each number has to wait for the one before it.
  const valueAt = new Uint8Array(slots);
  for (const [value, start] of starts.entries()) valueAt.fill(value, start, start + (shares[value] ?? 0));
  let at = 2 * byte;
  let state = 0;
  for (let read = 0; read < stateBytes; read += 1, at += 1) state = state * byte + (bytes[at] ?? 0);
  const weights = new Int8Array(length);
  for (let read = 0, place = 0; read < length; read += 1) {
    const slot = state & (slots - 1);
    const value = valueAt[slot] ?? 0;
    weights[place] = value + lowest;
    place += stride;
    if (place >= length) place -= length - 1;
    state = (shares[value] ?? 0) * (state >>> precision) + slot - (starts[value] ?? 0);
    for (; state < least && at < bytes.length; at += 1) state = (state << 8) | (bytes[at] ?? 0);
  }
  return weights;
}

/** A loop, because `Uint8Array.from` calls a function for each of a million characters. */
function bytesOf(packed: string): Uint8Array {
  const signs = atob(packed);
  const bytes = new Uint8Array(signs.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = signs.charCodeAt(at);
  return bytes;
}

/** Each number's share of the slots: at least one where it occurs at all; the commonest takes what is left. */
function sharesOf(weights: Int8Array): Uint16Array {
  const counts = new Float64Array(byte);
  for (const weight of weights) counts[weight - lowest] = (counts[weight - lowest] ?? 0) + 1;
  const shares = Uint16Array.from(counts, (count) =>
    count === 0 ? 0 : Math.max(1, Math.floor((count / weights.length) * slots)),
  );
  const commonest = counts.indexOf(Math.max(...counts));
  shares[commonest] = (shares[commonest] ?? 0) + slots - shares.reduce((sum, share) => sum + share, 0);
  return shares;
}

function startsOf(shares: Uint16Array): Uint16Array {
  const starts = new Uint16Array(shares.length);
  for (let at = 1; at < shares.length; at += 1) starts[at] = (starts[at - 1] ?? 0) + (shares[at - 1] ?? 0);
  return starts;
}
