import { Document, type Element } from "domhandler";
import { withinBudget } from "../../markup/budget.ts";
import { childOf, childrenOf, descendantsOf, readXml, textOf } from "../../markup/xml-tree.ts";
import { signedMediaType } from "../../decoding/signature.ts";
import { breaksOff, maxXmlTags, type Archive } from "../archive.ts";
import { documentPrefixes } from "../namespaces.ts";

/** Files of an archive that a flat document is all of in one. */
const whole: ReadonlySet<string> = new Set(["content.xml", "meta.xml"]);

/** True for a file of markup, which no archive starts with. */
export const isFlatDocument = (body: Uint8Array): boolean =>
  signedMediaType(body) === undefined && body.subarray(0, 16).includes("<".charCodeAt(0));

/**
 * An OpenDocument file that is one file of XML (ODF 1.3 part 3, §3.1.2), as if it were an archive: pictures and objects
 * are taken out of its text and get names.
 */
export function openFlatDocument(source: string): Archive {
  const { html: xml } = withinBudget(source, maxXmlTags);
  const { document, isWhole } = readXml(xml, documentPrefixes);
  const pictures = new Map<string, string>();
  const objects = new Map<string, Document>();
  for (const image of descendantsOf(document, "draw:image")) {
    const data = childOf(image, "office:binary-data");
    if (data === undefined) continue;
    const name = `Pictures/${pictures.size}.${extensionOf(data)}`;
    pictures.set(name, textOf(data));
    image.attribs["xlink:href"] = name;
    image.children = [];
  }
  for (const object of descendantsOf(document, "draw:object")) {
    const name = `Object ${objects.size}`;
    objects.set(`${name}/content.xml`, new Document([...childrenOf(object)]));
    object.attribs["xlink:href"] = name;
    object.children = [];
  }
  const warning = `The document is very large; only its first ${maxXmlTags.toLocaleString("en")} tags were read.`;
  return {
    names: ["content.xml"],
    bytes: () => undefined,
    text: (name) => (name === "content.xml" ? source : undefined),
    xml: (name) => (whole.has(name) ? document : objects.get(name)),
    mainXml: () => document,
    expect: () => undefined,
    picture: (name, maxBytes) => {
      const bytes = Buffer.from(pictures.get(name) ?? "", "base64");
      return bytes.length === 0 || bytes.length > maxBytes ? undefined : bytes;
    },
    warnings: xml.length < source.length ? [warning] : isWhole ? [] : [`The document is damaged: it ${breaksOff}.`],
  };
}

/** The kind of a picture, by its first bytes. */
const extensionOf = (data: Element): string =>
  signedMediaType(Buffer.from(textOf(data).trimStart().slice(0, 64), "base64"))?.split("/")[1] ?? "unknown";
