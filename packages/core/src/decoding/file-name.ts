import type { Capture } from "../ports/page-source.ts";
import { latin1 } from "./latin1.ts";

/** Longer headers name no file. */
const maxHeader = 2000;

/** The name that a server gives a file to be saved under (RFC 6266, RFC 8187), without folders; undefined where it gives none. */
export function fileNameOf(headers: Capture["headers"]): string | undefined {
  const header = headers.find(([name]) => name.toLowerCase() === "content-disposition")?.[1] ?? "";
  if (header.length > maxHeader) return undefined;
  const [, charset = "", encoded = ""] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s"]+)/i.exec(header) ?? [];
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header) ?? [];
  const name = decoded(encoded, charset.toLowerCase()) ?? quoted?.replace(/\\(.)/g, "$1") ?? token;
  const base = name?.split(/[/\\]/).at(-1)?.trim();
  return base === "" ? undefined : base;
}

/** A value in one of the two charsets of RFC 8187; undefined for others, and for broken ones. */
function decoded(value: string, charset: string): string | undefined {
  if (value === "" || !/^(?:utf-8|iso-8859-1)$/.test(charset)) return undefined;
  try {
    if (charset === "utf-8") return decodeURIComponent(value);
    return value.replace(/%([\da-f]{2})/gi, (_, digits: string) => latin1(Buffer.from(digits, "hex")));
  } catch {
    return undefined;
  }
}
