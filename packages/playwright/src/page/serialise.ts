import { randomBytes } from "node:crypto";
import { pageTooLarge } from "@garner/core";
import { openedByActions, openedMark } from "./opened.ts";
import { answerOf, type Waiting } from "./silent-frames.ts";
import type { FrameTree, World } from "./world.ts";

/** Frames whose content is taken into the page; the rest keep their `iframe` element. */
const maxFrames = 24;

/** The depth to which frames within frames are followed. */
const maxFrameDepth = 3;

/** The page to read, and its limits. */
export interface ReadablePage {
  readonly world: World;
  readonly waiting: Waiting;
  readonly maxBytes: number;
  /** True for frames that show nothing but an error. */
  readonly isErrorIn: (frameId: string) => boolean;
}

/**
 * The document as HTML, as a reader sees it: shadow trees as declarative templates (HTML Standard, `shadowrootmode`),
 * and the content of frames, also those of other sites, in a `div` with `data-original-tag="iframe"`. Frames that show
 * an error, and content only for readers without scripts, are left out: the scripts have run. Throws PAGE_TOO_LARGE.
 */
export async function serialisePage(page: ReadablePage): Promise<string> {
  const reading = { ...page, name: randomBytes(8).toString("hex"), budget: { frames: maxFrames } };
  return await serialiseFrame(await page.world.frameTree(), reading, 0);
}

/** One serialisation of a page with its frames. */
interface Reading extends ReadablePage {
  /** The name of our marks. */
  readonly name: string;
  readonly budget: { frames: number };
}

/** The whole document of the main frame; of others only the content of the body. */
async function serialiseFrame(
  { frame, childFrames = [] }: FrameTree,
  reading: Reading,
  depth: number,
): Promise<string> {
  const { world, waiting, name, budget, maxBytes, isErrorIn } = reading;
  const shown = childFrames.filter(
    ({ frame: { id, unreachableUrl } }) => unreachableUrl === undefined && !isErrorIn(id),
  );
  const children = depth < maxFrameDepth ? shown.slice(0, budget.frames) : [];
  const numbered = children.map((child) => ({ child, mark: String(budget.frames--) }));
  const contents = await Promise.all(
    numbered.map(async ({ child, mark }) => {
      const content = frameContent(child, { reading, mark, parentId: frame.id, depth: depth + 1 });
      return [mark, (await answerOf(content, waiting)) ?? ""] as const;
    }),
  );
  const marks = new Map(contents.filter(([, inner]) => inner !== ""));
  const script = serialiseScript({ name, isWhole: depth === 0 });
  const html = await world.readText(script, { maxLength: maxBytes, frameId: frame.id });
  if (html === null) throw pageTooLarge(maxBytes);
  return fill(html, name, marks);
}

interface FramePlace {
  readonly reading: Reading;
  readonly mark: string;
  readonly parentId: string;
  readonly depth: number;
}

/**
 * Reads a frame and marks its element, so that the element can be found in the parent's HTML. The result keeps the
 * frame's address and the names that selectors find it by.
 */
async function frameContent(tree: FrameTree, { reading, mark, parentId, depth }: FramePlace): Promise<string> {
  const inner = await serialiseFrame(tree, reading, depth);
  if (inner.trim() === "") return "";
  const owner = { id: tree.frame.id, parentId };
  const attributes = await reading.world.callOnOwner<readonly (readonly [string, string])[]>(owner, markFrame, mark);
  const written = attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join("");
  return `<div data-original-tag="iframe"${written}>${inner}</div>`;
}

const markFrame = `function (mark) {
  (own.marks ??= new Map()).set(this, mark);
  return ["src", "id", "class", "name", "title"].flatMap((name) => {
    const value = this.getAttribute(name);
    return value === null || value.length > 2000 ? [] : [[name === "src" ? "data-original-src" : name, value]];
  });
}`;

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** Replaces each `<!--name-mark-->…<!--/name-mark-->` by the content of its mark, which may be none. */
function fill(html: string, name: string, contents: ReadonlyMap<string, string>): string {
  const opening = `<!--${name}-`;
  const parts: string[] = [];
  let done = 0;
  for (;;) {
    const start = html.indexOf(opening, done);
    const mark = html.slice(start + opening.length, html.indexOf("-->", start));
    const closing = `<!--/${name}-${mark}-->`;
    const end = start === -1 ? -1 : html.indexOf(closing, start);
    if (end === -1) break;
    parts.push(html.slice(done, start), contents.get(mark) ?? "");
    done = end + closing.length;
  }
  return parts.join("") + html.slice(done);
}

/**
 * Puts comments around the marked frames and around content only for readers without scripts, marks what actions have
 * opened, writes the HTML, and removes the comments and marks again, all in one step, so that the page never notices.
 */
function serialiseScript(parameters: SerialiseParameters): string {
  return `(({ name, isWhole }) => {
    const of = (prototype, property) => {
      const { get } = Object.getOwnPropertyDescriptor(prototype, property);
      return (node) => Reflect.apply(get, node, []);
    };
    const call = (method, node, ...values) => Reflect.apply(method, node, values);
    const { before, after, getHTML, setAttribute, removeAttribute } = Element.prototype;
    const [localName, shadowRoot, outerHTML] = ["localName", "shadowRoot", "outerHTML"].map((one) => of(Element.prototype, one));
    const marks = own.marks ?? new Map();
    delete own.marks;

    const shadowRoots = [...own.closedRoots];
    const comments = [];
    const enclose = (element, mark) => {
      const around = [name + "-" + mark, "/" + name + "-" + mark].map((text) => document.createComment(text));
      call(before, element, around[0]);
      call(after, element, around[1]);
      comments.push(...around);
    };
    const visit = (root) => {
      for (const element of root.querySelectorAll("*")) {
        const inner = shadowRoot(element);
        if (inner) { shadowRoots.push(inner); visit(inner); }
        const mark = marks.get(element) ?? (["noscript", "noframes"].includes(localName(element)) ? "cut" : undefined);
        if (mark !== undefined) enclose(element, mark);
      }
    };
    for (const root of [...shadowRoots]) visit(root);
    visit(document);
    const opened = ${openedByActions};
    for (const element of opened) call(setAttribute, element, ${JSON.stringify(openedMark)}, "");

    const write = (element) => element ? call(getHTML, element, { shadowRoots }) : "";
    const writeWhole = (root) => {
      const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + "\\n" : "";
      const opening = outerHTML(call(Node.prototype.cloneNode, root, false)).replace(/<\\/[^>]*>$/, "");
      return doctype + opening + write(root) + "</" + localName(root) + ">";
    };
    const root = document.documentElement;
    const html = !isWhole ? write(document.body) : root ? writeWhole(root) : "";
    for (const comment of comments) comment.remove();
    for (const element of opened) call(removeAttribute, element, ${JSON.stringify(openedMark)});
    // The content of frames has no place in a frameset, but it has in a body.
    const isFrameset = document.body !== null && localName(document.body) === "frameset";
    return isFrameset ? html.replaceAll(/<(\\/?)frameset\\b[^<>]*>/gi, "<$1div>") : html;
  })(${JSON.stringify(parameters)})`;
}

interface SerialiseParameters {
  readonly name: string;
  /** True for the whole document, false for only the content of the body. */
  readonly isWhole: boolean;
}
