import { z } from "zod";
import { EngineError } from "../../errors.ts";
import { redactUrls } from "../../url/redact.ts";

/**
 * Reads a URL as people write it (contract §1.8): without a scheme it gets `http://`; only http and https are web URLs.
 * Undefined if it can't be one. The egress guard decides if the address may be reached.
 */
export function parseWebUrl(text: string): URL | undefined {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed);
  const url = URL.parse(hasScheme ? trimmed : `http://${trimmed}`);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  if (url.hostname === "http" || url.hostname === "https") return undefined; // a doubled scheme
  if (url.hostname.length > 253) return undefined;
  // A bare word is a typing error, not a host; with a scheme it may be a machine of the operator's network.
  const isNamed = url.hostname.includes(".") || url.hostname.startsWith("[") || url.hostname === "localhost";
  return hasScheme || isNamed ? url : undefined;
}

/** The URL of a text that {@link WebUrl} accepts. Throws BAD_REQUEST for any other text. Pure. */
export function webUrlOf(text: string): URL {
  const url = parseWebUrl(text);
  if (url === undefined) throw new EngineError("BAD_REQUEST", `"${text}" is not a URL.`);
  return url;
}

/** An address in a form that may be repeated to its sender. Pure. */
export function withoutPassword(address: string): string {
  return redactUrls(address, { showsQueryValues: true });
}

/** A URL of the web, with or without a scheme. */
export const WebUrl = z
  .string()
  .max(8192)
  .refine((text) => parseWebUrl(text) !== undefined, {
    error: ({ input }) =>
      `must be an http or https URL such as \`https://example.com\`, not "${withoutPassword(String(input)).slice(0, 60)}"`,
  })
  .describe("An http or https URL; without a scheme, http is assumed.")
  .meta({ format: "uri" });
