import { absoluteAddress } from "../../url/absolute.ts";

/**
 * Markdown whose links, pictures, link definitions and addresses in tags are absolute (contract §4.5). Code stays as it is
 * written, and so does all other text. Linear in its length. Pure.
 */
export function absoluteLinks(markdown: string, baseUrl: string): string {
  let fence: string | undefined;
  let isList = false;
  let wasBlank = true;
  let isIndentedCode = false;
  return markdown
    .split("\n")
    .map((line) => {
      const marker = /^[ \t>]*(?:[-*+] |\d{1,9}[.)] )?[ \t]*(`{3,}|~{3,})/.exec(line.slice(0, 200))?.[1];
      if (fence !== undefined) {
        if (marker?.startsWith(fence) === true) fence = undefined;
        return line;
      }
      if (marker !== undefined) {
        fence = marker;
        return line;
      }
      if (line.trim() === "") {
        wasBlank = true;
        return line;
      }
      const isIndented = /^(?: {4}| {0,3}\t)/.test(line);
      if (!isIndented && wasBlank) isList = false;
      if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isList = true;
      isIndentedCode = isIndented && !isList && (wasBlank || isIndentedCode);
      wasBlank = false;
      return isIndentedCode ? line : withAbsoluteLinks(line, baseUrl);
    })
    .join("\n");
}

/** Code between backticks, or one of the places that hold an address, which is the last group. */
const places =
  /(?<code>(?<!`)(?<ticks>`{1,20})(?!`).{1,2000}?(?<!`)\k<ticks>(?!`))|(?<before>(?<!\\)\]\([ \t]*<?|^ {0,3}\[(?!\^)[^\]\n]{1,500}\]:[ \t]*<?|<(?:a|img|source|video|audio|iframe)\s(?:[^<>\n]{0,500}\s)?(?:href|src)=["'])(?<address>[^\s<>"'()]*(?:\([^\s<>"'()]{0,500}\)[^\s<>"'()]*)?)/gi;

function withAbsoluteLinks(line: string, baseUrl: string): string {
  return line.replace(places, (all: string, ...rest: readonly unknown[]) => {
    const { code, before = "", address = "" } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (code !== undefined || address === "" || address.startsWith("#") || /^[a-z][a-z\d+.-]*:/i.test(address))
      return all;
    return before + (absoluteAddress(address, baseUrl) ?? address);
  });
}
