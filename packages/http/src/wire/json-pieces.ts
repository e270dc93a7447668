/** Turning this much text into JSON takes about a millisecond at most. */
const maxCharacters = 128 * 1024;

/**
 * The JSON of a value in pieces, which together equal `JSON.stringify`: a page's content may be megabytes long, and no
 * piece takes longer than a turn of the event loop may. The value is plain: objects, arrays and primitives.
 */
export function* jsonPieces(value: unknown): Generator<string, void> {
  let piece = "";
  for (const part of jsonParts(value)) {
    piece += part;
    if (piece.length < maxCharacters) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function* jsonParts(value: unknown): Generator<string, void> {
  if (typeof value === "string" && value.length > maxCharacters) yield* textParts(value);
  else if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      yield index === 0 ? "[" : ",";
      yield* jsonParts(member);
    }
    yield value.length === 0 ? "[]" : "]";
  } else if (isMadeOfFields(value)) {
    let sign = "{";
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${sign}${JSON.stringify(name)}:`;
      yield* jsonParts(member);
      sign = ",";
    }
    yield sign === "{" ? "{}" : "}";
  } else yield JSON.stringify(value) ?? "null";
}

function* textParts(text: string): Generator<string, void> {
  let start = 0;
  yield '"';
  while (start < text.length) {
    let end = Math.min(text.length, start + maxCharacters);
    // Half of a surrogate pair would be written as an escape.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

/** True for an object that JSON writes field by field; a date and a URL write themselves. */
function isMadeOfFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !("toJSON" in value);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
