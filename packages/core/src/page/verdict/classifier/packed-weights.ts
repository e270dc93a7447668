/** A sign for each value from -31 to 31; small letters are left for runs of zeros. */
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#%&()*+,-./:;<=>?@[]^_{|}~";
const middle = 31;
const letters = 26;
const firstLetter = 97;

/** Whole numbers from -31 to 31, most of them zero, as text: a sign for each, and runs of zeros as numbers of letters. */
export function packWeights(weights: ArrayLike<number>): string {
  const parts: string[] = [];
  let zeros = 0;
  for (let at = 0; at < weights.length; at += 1) {
    const weight = weights[at] ?? 0;
    if (weight === 0) zeros += 1;
    else {
      if (zeros > 0) parts.push(lettersOf(zeros));
      parts.push(signs[weight + middle] ?? "");
      zeros = 0;
    }
  }
  return parts.join("");
}

/** What {@link packWeights} packed, with zeros up to a length. */
export function unpackWeights(packed: string, length: number): Int8Array {
  const values = new Map([...signs].map((sign, index) => [sign.charCodeAt(0), index - middle]));
  const weights = new Int8Array(length);
  let at = 0;
  let zeros = 0;
  for (let index = 0; index < packed.length; index += 1) {
    const code = packed.charCodeAt(index);
    const value = values.get(code);
    if (value === undefined) zeros = zeros * letters + (code - firstLetter);
    else {
      at += zeros;
      zeros = 0;
      weights[at] = value;
      at += 1;
    }
  }
  return weights;
}

function lettersOf(count: number): string {
  const digit = String.fromCharCode(firstLetter + (count % letters));
  return count < letters ? digit : lettersOf(Math.floor(count / letters)) + digit;
}
