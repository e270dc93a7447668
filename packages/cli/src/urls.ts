import { EngineError } from "@garner/core";
import type { Terminal } from "./terminal.ts";

/** The URLs that a command was given, or that are piped in, a line each; `-` asks for the pipe. */
export async function urlsOf(given: readonly string[], terminal: Terminal): Promise<readonly string[]> {
  const named = given.filter((url) => url !== "-");
  const piped = given.includes("-") || given.length === 0 ? await terminal.readInput() : undefined;
  const lines = (piped ?? "").split(/\r?\n/).map((line) => line.trim());
  const urls = [...named, ...lines.filter((line) => line !== "" && !line.startsWith("#"))].map(webUrl);
  if (urls.length === 0) throw new EngineError("BAD_REQUEST", "Give one or more URLs, or pipe them in, a line each.");
  return urls;
}

/** A URL as people type it: without a scheme, it is one of the web. */
export function webUrl(typed: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
}
