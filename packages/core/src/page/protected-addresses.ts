import { Text, type Document, type Element } from "domhandler";
import { forEachElement } from "../markup/elements.ts";

/** The sign of such addresses in the source of a page; pages without it are not walked. */
const sign = /data-cfemail|\/email-protection#/;

const protectedLink = /\/cdn-cgi\/l\/email-protection#([\da-f]+)$/i;

/** Gives addresses that Cloudflare keeps from robots, and a script puts back, the text and link that a reader gets. */
export function revealAddresses(document: Document, html: string): void {
  if (sign.test(html)) forEachElement(document, revealAddress);
}

function revealAddress(element: Element): void {
  const { attribs } = element;
  const linked = decoded(protectedLink.exec(attribs["href"] ?? "")?.[1]);
  if (linked !== undefined) attribs["href"] = `mailto:${linked}`;
  const shown = decoded(attribs["data-cfemail"]);
  if (shown === undefined) return;
  if (element.name === "a") attribs["href"] = `mailto:${shown}`;
  const text = new Text(shown);
  text.parent = element;
  element.children = [text];
}

/** Bytes in hexadecimal, of which the first changes all others. */
function decoded(code: string | undefined): string | undefined {
  if (code === undefined || code.length > 600 || !/^(?:[\da-f]{2}){4,}$/i.test(code)) return undefined;
  const [key = 0, ...bytes] = code.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const address = String.fromCharCode(...bytes.map((byte) => byte ^ key));
  return /^[\x21-\x7E]+@[\x21-\x7E]+$/.test(address) ? address : undefined;
}
