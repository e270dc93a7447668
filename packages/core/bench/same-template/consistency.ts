import { isTag, isText, type AnyNode, type Element, type ParentNode } from "domhandler";
import render from "dom-serializer";
import { parse } from "../../src/markup/parse.ts";
import type { TemplatePage } from "./templates.ts";

/** Main content of a page as HTML, with the attributes that its elements had. */
export type ReadMainContent = (html: string, url: string) => Promise<string>;

/** A region of a template that is kept on some pages and dropped on others. */
export interface Flip {
  /** Elements with their classes and roles from the body on. */
  readonly signature: string;
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
  /** What it says on a page of the smaller side. */
  readonly example: string;
}

/** How alike the decisions on the pages of a template are. */
export interface Consistency {
  /** Regions that stand on more than half of the pages, and those of them that are decided alike on all. */
  readonly regions: number;
  readonly alike: number;
  /** Decisions on these regions, page by page, and those that differ from what most pages say. */
  readonly decisions: number;
  readonly odd: number;
  /** The outermost regions that flip. */
  readonly flips: readonly Flip[];
}

const mark = "data-mark-region";
/** Elements that stand in a line: what they hold is decided with it. */
const inline: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark q s samp small span " +
    "strike strong sub sup svg time tt u var wbr script style template noscript head html body"
  ).split(" "),
);

interface Seen {
  readonly parent: string;
  /** By page, the characters that a region has there and those that are left. */
  readonly pages: Map<string, { all: number; left: number; text: string }>;
}

/** Transforms the pages of a group and compares what became of each of their regions. */
export async function scoreConsistency(pages: readonly TemplatePage[], read: ReadMainContent): Promise<Consistency> {
  const signatures = new Map<string, Seen>();
  for (const page of pages) await readPage(page, signatures, read);
  const common = [...signatures].filter(([, { pages: seen }]) => seen.size * 2 > pages.length && seen.size > 2);
  let [alike, decisions, odd] = [0, 0, 0];
  const flips: Flip[] = [];
  for (const [signature, { parent, pages: seen }] of common) {
    const kept = [...seen].filter(([, share]) => decisionOn(share) === "kept").map(([url]) => url);
    const dropped = [...seen].filter(([, share]) => decisionOn(share) === "dropped").map(([url]) => url);
    decisions += kept.length + dropped.length;
    if (kept.length === 0 || dropped.length === 0) alike += 1;
    const fewer = kept.length < dropped.length ? kept : dropped;
    odd += fewer.length;
    const [sample = ""] = fewer;
    const around = signatures.get(parent)?.pages;
    const followsParent = [...seen].every(([url, share]) => {
      const of = around?.get(url);
      return of !== undefined && decisionOn(of) === decisionOn(share);
    });
    if (fewer.length > 0 && !followsParent)
      flips.push({ signature, kept, dropped, example: seen.get(sample)?.text ?? "" });
  }
  return { regions: common.length, alike, decisions, odd, flips };
}

/** A larger share of a region's text than this is all of it; where more is missing and more is left, its parts were decided. */
const whole = 0.85;

function decisionOn({ all, left }: { readonly all: number; readonly left: number }): "kept" | "dropped" | "parts" {
  if (left >= whole * all) return "kept";
  return left <= (1 - whole) * all ? "dropped" : "parts";
}

async function readPage(
  { url, html }: TemplatePage,
  signatures: Map<string, Seen>,
  read: ReadMainContent,
): Promise<void> {
  const document = parse(html);
  const regions: { readonly signature: string; readonly characters: number }[] = [];
  const enter = (parent: ParentNode, around: string): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const isRegion = !inline.has(child.name);
      const signature = isRegion ? `${around} > ${nameOf(child)}` : around;
      const text = isRegion ? textOf(child) : "";
      if (text !== "") {
        child.attribs = { ...child.attribs, [mark]: String(regions.length) };
        regions.push({ signature, characters: text.length });
        let seen = signatures.get(signature);
        if (seen === undefined) signatures.set(signature, (seen = { parent: around, pages: new Map() }));
        const share = seen.pages.get(url) ?? { all: 0, left: 0, text: text.slice(0, 80) };
        share.all += text.length;
        seen.pages.set(url, share);
      }
      enter(child, signature);
    }
  };
  enter(document, "");
  const left = await read(render(document, { encodeEntities: "utf8" }), url);
  const count = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const region = regions[Number(child.attribs[mark] ?? -1)];
      const share = signatures.get(region?.signature ?? "")?.pages.get(url);
      if (share !== undefined) share.left += textOf(child).length;
      count(child);
    }
  };
  count(parse(left));
}

/** The name of an element in a signature: tag, classes and role, without the numbers of a page in them. */
function nameOf({ name, attribs }: Element): string {
  const classes = (attribs["class"] ?? "").split(/\s+/).filter((word) => word !== "" && !/\d{2}/.test(word));
  const role = attribs["role"] === undefined ? "" : `[${attribs["role"]}]`;
  return [name, ...classes].join(".") + role;
}

const unseen: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "svg", "textarea", "select"]);

/** The characters of an element without white space. */
function textOf(node: AnyNode): string {
  if (isText(node)) return node.data.replace(/\s+/g, "");
  if (!("children" in node) || (isTag(node) && unseen.has(node.name))) return "";
  return node.children.map(textOf).join("");
}
