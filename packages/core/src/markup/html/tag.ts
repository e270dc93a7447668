import { decodeHTMLAttribute } from "entities/decode";
import { html as standard, type Token } from "parse5";
import { indexOrEnd, isCapital, isSpace, lowerCase, withoutNull, type Reader } from "./reader.ts";

const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const equals = 0x3d;
const greater = 0x3e;

/**
 * Reads a tag from its name on, and goes behind it (HTML Standard §13.2.5.8, §13.2.5.32–40). Undefined when the source
 * ends inside of the tag, which is then no tag.
 */
export function readTag(reader: Reader, type: Token.TagToken["type"]): Token.TagToken | undefined {
  const tagName = readTagName(reader);
  const token: Token.TagToken = {
    type,
    tagName,
    tagID: standard.getTagID(tagName),
    selfClosing: false,
    ackSelfClosing: false,
    attrs: [],
    location: null,
  };
  return readAttributes(reader, token) ? token : undefined;
}

/** Looking through more attributes than this for each new one would take too long. */
const manyAttributes = 32;

/** Reads up to and with the `>`; says whether there was one. Of attributes with the same name, the first counts. */
function readAttributes(reader: Reader, token: Token.TagToken): boolean {
  const { html } = reader;
  const { attrs } = token;
  let names: Set<string> | undefined;
  while (reader.at < html.length) {
    const code = html.charCodeAt(reader.at);
    if (code === greater || (code === slash && html.charCodeAt(reader.at + 1) === greater)) {
      token.selfClosing = code === slash;
      reader.at += code === slash ? 2 : 1;
      return true;
    }
    if (code === slash || isSpace(code)) reader.at += 1;
    else {
      const attribute = readAttribute(reader);
      if (attrs.length === manyAttributes) names = new Set(attrs.map(({ name }) => name));
      if (names === undefined ? hasName(attrs, attribute.name) : names.has(attribute.name)) continue;
      attrs.push(attribute);
      names?.add(attribute.name);
    }
  }
  return false;
}

function hasName(attributes: readonly Token.Attribute[], name: string): boolean {
  for (const attribute of attributes) if (attribute.name === name) return true;
  return false;
}

function readAttribute(reader: Reader): Token.Attribute {
  const name = readAttributeName(reader);
  skipSpaces(reader);
  if (reader.html.charCodeAt(reader.at) !== equals) return { name, value: "" };
  reader.at += 1;
  skipSpaces(reader);
  const value = withoutNull(reader, readValue(reader));
  return { name, value: value.includes("&") ? decodeHTMLAttribute(value) : value };
}

function readTagName(reader: Reader): string {
  const { html, at } = reader;
  let end = at;
  let hasCapital = false;
  for (; end < html.length; end += 1) {
    const code = html.charCodeAt(end);
    if (code === greater || code === slash || isSpace(code)) break;
    hasCapital ||= isCapital(code);
  }
  return nameUpTo(reader, end, hasCapital);
}

function readAttributeName(reader: Reader): string {
  const { html, at } = reader;
  let end = at + 1; // an equals sign in the first place belongs to the name
  let hasCapital = isCapital(html.charCodeAt(at));
  for (; end < html.length; end += 1) {
    const code = html.charCodeAt(end);
    if (code === equals || code === greater || code === slash || isSpace(code)) break;
    hasCapital ||= isCapital(code);
  }
  return nameUpTo(reader, end, hasCapital);
}

function nameUpTo(reader: Reader, end: number, hasCapital: boolean): string {
  const written = reader.html.slice(reader.at, end);
  reader.at = end;
  const name = hasCapital ? lowerCase(written) : written;
  return commonNames.get(name) ?? withoutNull(reader, name);
}

/** Every later look at a name is faster when all equal names are one string. */
const commonNames: ReadonlyMap<string, string> = new Map(
  [
    ...Object.values(standard.TAG_NAMES).map(lowerCase),
    ...(
      "abbr action align alt as async autocomplete border cellpadding cellspacing charset checked cite colspan content " +
      "crossorigin datetime defer dir disabled fill for form height hidden href hreflang http-equiv id itemprop itemscope " +
      "itemtype label lang loading maxlength media method name onclick placeholder property rel role rowspan sizes src " +
      "srcset start style tabindex target title type value viewbox width class aria-controls aria-expanded aria-hidden " +
      "aria-label aria-labelledby data-id data-src data-srcset data-target data-toggle data-url data-v data-testid"
    ).split(" "),
  ].map((name) => [name, name]),
);

function readValue(reader: Reader): string {
  const { html, at } = reader;
  const code = html.charCodeAt(at);
  if (code === doubleQuote || code === singleQuote) {
    const end = indexOrEnd(reader, code === doubleQuote ? '"' : "'", at + 1);
    reader.at = end + 1;
    return html.slice(at + 1, end);
  }
  let end = at;
  while (end < html.length && html.charCodeAt(end) !== greater && !isSpace(html.charCodeAt(end))) end += 1;
  reader.at = end;
  return html.slice(at, end);
}

function skipSpaces(reader: Reader): void {
  while (isSpace(reader.html.charCodeAt(reader.at))) reader.at += 1;
}
