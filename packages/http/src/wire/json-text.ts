import { EngineError } from "@garner/core";
import { scanJson } from "./json-scan.ts";

/** The most JSON that the fields of a form have together, in characters; more is for a body of JSON. */
const maxCharacters = 256 * 1024;

/** Reads a text as a list or an object; undefined if it is none, as the selector `[href]` is. */
export type JsonTextReader = (text: string) => unknown;

/** Reads JSON in the fields of one form. Throws BAD_REQUEST when it is too much, or nested too deep. */
export function jsonTextReader(): JsonTextReader {
  let left = maxCharacters;
  return (text) => {
    if (!/^\s*[[{]/.test(text)) return undefined;
    left -= text.length;
    if (left < 0) throw tooLong();
    const scan = scanJson();
    scan.lookAt(Buffer.from(text));
    scan.check();
    try {
      return JSON.parse(text);
    } catch {
      return undefined; // the question is if it is JSON
    }
  };
}

function tooLong(): EngineError {
  const message = `The fields of the form have more than ${maxCharacters} characters of JSON: send all of it as JSON, with \`Content-Type: application/json\`.`;
  return new EngineError("BAD_REQUEST", message);
}
