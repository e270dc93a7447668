import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineError } from "@garner/core";

/** The most that the JSON of a request may have; no request needs more. */
export const jsonLimits = {
  /** Levels of objects and lists; recursive code would run out of stack. */
  depth: 200,
  /** Fields of all objects together. */
  fields: 15_000,
  /** Values of any kind. */
  values: 200_000,
} as const;

/** Looks at JSON before it is parsed, which takes long for many small things. */
export interface JsonScan {
  /** Looks at the next bytes, with other work in between when they are many. */
  look(bytes: Uint8Array): Promise<void>;
  /** The same at once, for few bytes. */
  lookAt(bytes: Uint8Array): void;
  /** Throws BAD_REQUEST that names the limit which was passed. */
  check(): void;
}

/** Looking at this many takes a few milliseconds. */
const bytesAtOnce = 512 * 1024;

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts levels, fields and values of JSON in UTF-8 (RFC 8259 §2); invalid JSON gets some count. Linear. */
export function scanJson(): JsonScan {
  let [depth, deepest, fields, values] = [0, 0, 0, 0];
  let [isString, isEscaped] = [false, false];
  const lookAt = (bytes: Uint8Array): void => {
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false;
      else if (isString) {
        isEscaped = byte === backslash;
        isString = byte !== quote;
      } else if (byte === quote) isString = true;
      else if (byte === colon) fields += 1;
      else if (byte === comma) values += 1;
      else if (byte === openList || byte === openObject) {
        values += 1;
        depth += 1;
        deepest = Math.max(deepest, depth);
      } else if (byte === closeList || byte === closeObject) depth -= 1;
    }
  };
  return {
    lookAt,
    async look(bytes) {
      for (let start = 0; start < bytes.length; start += bytesAtOnce) {
        if (start > 0) await nextTurn();
        lookAt(bytes.subarray(start, start + bytesAtOnce));
      }
    },
    check() {
      if (deepest > jsonLimits.depth) throw tooMuch(`is nested more than ${jsonLimits.depth} levels deep`);
      if (fields > jsonLimits.fields) throw tooMuch(`has more than ${jsonLimits.fields} fields`);
      if (values > jsonLimits.values) throw tooMuch(`has more than ${jsonLimits.values} values`);
    },
  };
}

const tooMuch = (reason: string): EngineError => new EngineError("BAD_REQUEST", `The body ${reason}.`);
