import { Element, Text, type Document, type ParentNode } from "domhandler";
import { appendChild, prepend, removeElement, textContent } from "domutils";
import { elementsNamed } from "../markup/elements.ts";
import { parse } from "../markup/parse.ts";
import { withoutUnseen } from "./visibility/unseen-characters.ts";
import { bodyOf } from "./select.ts";

/** Texts longer than this are cut, in characters. */
const longestText = 500_000;
/** Fewest characters of a declared text, white space not counted. */
const shortestText = 400;
/** A page that shows at least this part of the text that it declares shows it. */
const shownShare = 0.5;
/** More texts than this belong to a list, none of them to the page itself. */
const maxTexts = 2;

/** Sizes of the shown part of a text and of the declared whole. */
export interface Rescue {
  readonly shownCharacters: number;
  readonly declaredCharacters: number;
}

/**
 * Completes a page that shows only the beginning of its text from its JSON-LD: `articleBody` of an article,
 * `reviewBody` of a review, `text` of a posting, a question and its answers (schema.org). Paragraphs that are shown
 * already give way to the declared ones. Undefined when the page shows its text, or declares none of its own.
 */
export function rescueText(document: Document, jsonLd: readonly unknown[]): Rescue | undefined {
  const declared = declaredText(jsonLd);
  if (declared === undefined) return undefined;
  const body = bodyOf(document);
  const shownCharacters = compact(textContent(body)).length;
  const declaredCharacters = compact(declared).length;
  if (shownCharacters >= declaredCharacters * shownShare) return undefined;
  const section = new Element(
    "div",
    {},
    declared.split("\n").flatMap((line) => (line.trim() === "" ? [] : [new Element("p", {}, [new Text(line.trim())])])),
  );
  place(body, section, compact(declared));
  return { shownCharacters, declaredCharacters };
}

/** Puts the text where its beginning is, in place of the paragraphs that it repeats. */
function place(body: ParentNode, section: Element, declared: string): void {
  const repeated = elementsNamed(body, ["p"]).filter((paragraph) => {
    const shown = compact(textContent(paragraph)).replace(/(?:\.{3}|…)$/, "");
    return shown.length >= 20 && declared.includes(shown);
  });
  const [first, ...others] = repeated;
  if (first === undefined) appendChild(body, section);
  else {
    prepend(first, section);
    removeElement(first);
    for (const paragraph of others) removeElement(paragraph);
  }
}

/** The text that a page declares as its own, a paragraph a line; undefined when it declares none or many. */
function declaredText(jsonLd: readonly unknown[]): string | undefined {
  const texts = new Set<string>();
  const thread: string[] = [];
  const open: unknown[] = [...jsonLd];
  for (let next = 0; next < open.length && next < maxVisited; next += 1) {
    const value = open[next];
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) {
      const { articleBody, reviewBody, text, ["@type"]: type }: Readonly<Record<string, unknown>> = { ...value };
      for (const own of [articleBody, reviewBody]) if (typeof own === "string") texts.add(own);
      if (typeof text === "string" && threadTypes.test(String(type))) thread.push(text);
    }
    for (const part of Object.values(value)) if (typeof part === "object") open.push(part);
  }
  const [longest = ""] = [...texts].toSorted((one, other) => other.length - one.length);
  const chosen = texts.size > maxTexts ? "" : longest.length >= thread.join("").length ? longest : thread.join("\n");
  const plain = plainText(chosen.slice(0, longestText));
  return compact(plain).length < shortestText ? undefined : plain;
}

const maxVisited = 5_000;
const threadTypes = /(?:Posting|Question|Answer|Comment)$/;

/** A text as it reads: some sites declare it as HTML. */
function plainText(text: string): string {
  if (!/<\/?[a-z]|&[a-z#\d]+;/i.test(text)) return withoutUnseen(text);
  const document = parse(text.replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, "$&\n"));
  return withoutUnseen(textContent(bodyOf(document)));
}

const compact = (text: string): string => text.replace(/\s+/g, "");
