import sniffEncoding from "html-encoding-sniffer";
import { normalizeEncoding } from "./text-decoder.ts";

/** Browsers look at the first 1024 bytes; many pages declare their charset behind long scripts. */
const maxPrescanBytes = 16 * 1024;

/** Names that are labels of no charset that a decoder has. */
const undecodable = new Set(["replacement", "x-user-defined"]);

/** The charset that a `Content-Type` header names; undefined if it names none, or an unknown one. */
export function headerCharset(contentType: string): string | undefined {
  const label = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"',]+))/i.exec(contentType);
  return charsetNamed(label?.[1] ?? label?.[2] ?? label?.[3] ?? "");
}

/**
 * The charset that a document names in `<meta>` or its XML declaration; undefined if it names none, or an unknown one.
 */
export function declaredCharset(body: Uint8Array): string | undefined {
  const found = sniffEncoding(body, { defaultEncoding: "", maxPrescanBytes });
  return charsetNamed(found ?? "");
}

/** The name of a charset by one of its labels, such as `gb2312` for `gbk` (Encoding Standard §4.2). */
export function charsetNamed(label: string): string | undefined {
  const name = normalizeEncoding(label);
  return name === null || undecodable.has(name) ? undefined : name;
}
