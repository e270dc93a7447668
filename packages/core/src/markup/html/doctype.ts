import { Token } from "parse5";
import { indexOrEnd, lowerCase, withoutNull, type Reader } from "./reader.ts";

/** Reads a document type from behind `<!doctype`, and goes behind it (HTML Standard §13.2.5.53–68). */
export function readDoctype(reader: Reader): Token.DoctypeToken {
  const end = indexOrEnd(reader, ">", reader.at);
  const source = withoutNull(reader, reader.html.slice(reader.at, end));
  const isOpen = end === reader.html.length;
  reader.at = end + 1;
  const [, name, rest = ""] = /^[\t\n\f ]*([^\t\n\f ]+)[\t\n\f ]*([^]*)$/.exec(source) ?? [];
  return {
    type: Token.TokenType.DOCTYPE,
    name: name === undefined ? null : lowerCase(name),
    location: null,
    ...identifiers(rest, isOpen || name === undefined),
  };
}

type Identifiers = Pick<Token.DoctypeToken, "publicId" | "systemId" | "forceQuirks">;

function identifiers(source: string, isBroken: boolean): Identifiers {
  const none = { publicId: null, systemId: null, forceQuirks: true };
  if (source === "") return { ...none, forceQuirks: isBroken };
  const keyword = /^(?:public|system)/i.exec(source)?.[0].toLowerCase();
  const first = keyword === undefined ? undefined : quoted(source.slice(keyword.length));
  if (first === undefined) return none;
  if (keyword === "system") return withSystem(null, first, isBroken);
  if (!first.isClosed || first.rest === "")
    return { ...none, publicId: first.text, forceQuirks: isBroken || !first.isClosed };
  const second = quoted(first.rest);
  return second === undefined ? { ...none, publicId: first.text } : withSystem(first.text, second, isBroken);
}

/** Everything after a system identifier is passed over, even the end of the source. */
function withSystem(publicId: string | null, { text, rest, isClosed }: Quoted, isBroken: boolean): Identifiers {
  return { publicId, systemId: text, forceQuirks: !isClosed || (isBroken && rest === "") };
}

interface Quoted {
  readonly text: string;
  readonly rest: string;
  readonly isClosed: boolean;
}

function quoted(source: string): Quoted | undefined {
  const match = /^[\t\n\f ]*(?:"([^"]*)("?)|'([^']*)('?))[\t\n\f ]*/.exec(source);
  if (match === null) return undefined;
  const [all, double, doubleEnd, single, singleEnd] = match;
  const isClosed = (doubleEnd ?? singleEnd) !== "";
  return { text: double ?? single ?? "", rest: source.slice(all.length), isClosed };
}
