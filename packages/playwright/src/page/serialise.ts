import type { Frame, Page } from "playwright-core";
import { answerOf, type Waiting } from "./silent-frames.ts";

/** Frames whose content is taken into the page; the rest keep their `iframe` element. */
const maxFrames = 24;

/** How deep frames within frames are followed. */
const maxFrameDepth = 3;

/**
 * The document as HTML, as a reader sees it: shadow trees as declarative templates (HTML Standard, `shadowrootmode`),
 * and the content of frames, also those of other sites, in a `div` with `data-original-tag="iframe"`. What is only for
 * readers without scripts is left out: the scripts have run.
 */
export async function serialisePage(page: Page, evidenceName: string, waiting: Waiting): Promise<string> {
  const budget = { frames: maxFrames };
  const { html } = await serialiseFrame(page.mainFrame(), { evidenceName, budget, depth: 0, waiting });
  return html;
}

interface Surroundings {
  readonly evidenceName: string;
  readonly budget: { frames: number };
  readonly depth: number;
  readonly waiting: Waiting;
}

interface Serialised {
  readonly html: string;
  /** Only what stands in the body. */
  readonly inner: string;
}

async function serialiseFrame(frame: Frame, surroundings: Surroundings): Promise<Serialised> {
  const { evidenceName, budget, depth, waiting } = surroundings;
  const children = depth < maxFrameDepth ? frame.childFrames().slice(0, budget.frames) : [];
  const numbered = children.map((child) => ({ child, marker: `${evidenceName}-${budget.frames--}` }));
  const contents = await Promise.all(
    numbered.map(async ({ child, marker }) => {
      const content = frameContent(child, { marker, surroundings: { ...surroundings, depth: depth + 1 } });
      return [marker, (await answerOf(content, waiting)) ?? ""] as const;
    }),
  );
  const markers = new Map(contents.filter(([, inner]) => inner.trim() !== ""));
  const cut = `${evidenceName}-cut`;
  const script = serialiseScript({ evidenceName, markers: [...markers.keys()], cut });
  const { html, body, isFrameset } = await frame.evaluate<{ html: string; body: string; isFrameset: boolean }>(script);
  const filled = { html: fill(html, markers, cut), inner: fill(body, markers, cut) };
  return isFrameset ? { html: withoutFramesets(filled.html), inner: withoutFramesets(filled.inner) } : filled;
}

/** The content of frames has no place in a frameset, but it has in a body. */
function withoutFramesets(html: string): string {
  return html.replaceAll(/<(\/?)frameset\b[^>]*>/gi, "<$1div>");
}

/** Reads a frame and leaves a mark on its element, so that the element can be found in the parent's HTML. */
async function frameContent(
  frame: Frame,
  { marker, surroundings }: { readonly marker: string; readonly surroundings: Surroundings },
): Promise<string> {
  const { inner } = await serialiseFrame(frame, surroundings);
  const element = await frame.frameElement();
  await element.evaluate(mark, [surroundings.evidenceName, marker] as const);
  return inner;
}

/** Runs in the page. */
function mark(node: unknown, [name, value]: readonly [string, string]): void {
  (node as { setAttribute(name: string, value: string): void }).setAttribute(name, value);
}

/** Replaces `<!--marker-->…<!--/marker-->` by the content of the frame, and takes out what is marked as `cut`. */
function fill(html: string, markers: ReadonlyMap<string, string>, cut: string): string {
  const parts: string[] = [];
  let rest = html;
  for (const [all, marker = "", marked = ""] of html.matchAll(markedPart)) {
    const inner = markers.get(marker);
    if (inner === undefined && marker !== cut) continue;
    const start = rest.indexOf(all);
    parts.push(rest.slice(0, start));
    if (inner !== undefined) parts.push(`<div data-original-tag="iframe"${attributesOf(marked)}>${inner}</div>`);
    rest = rest.slice(start + all.length);
  }
  return [...parts, rest].join("");
}

const markedPart = /<!--(_[0-9a-f]{16}-\w+)-->([^]*?)<!--\/\1-->/g;

/** The frame's address and the names that selectors find it by. */
function attributesOf(frame: string): string {
  const tag = /^\s*<i?frame\b(?:"[^"]*"|[^>])*>/i.exec(frame)?.[0] ?? "";
  const kept = [...tag.matchAll(/\s(src|id|class|name|title)="([^"]*)"/gi)];
  return kept.map(([, name = "", value]) => ` ${name === "src" ? "data-original-src" : name}="${value}"`).join("");
}

/**
 * Comments are put around the marked frames and around what is only for readers without scripts, the HTML is written,
 * and the comments are taken away again, all in one step, so that the page never notices.
 */
function serialiseScript(parameters: SerialiseParameters): string {
  return `(({ evidenceName, markers, cut }) => {
    const witness = window[Symbol.for(evidenceName)];
    const shadowRoots = [...(witness?.closedRoots ?? [])];
    const comments = [];
    const mark = (element, marker) => {
      const [before, after] = [document.createComment(marker), document.createComment("/" + marker)];
      element.before(before);
      element.after(after);
      comments.push(before, after);
    };
    const visit = (root) => {
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) { shadowRoots.push(element.shadowRoot); visit(element.shadowRoot); }
        const marker = ["noscript", "noframes"].includes(element.localName) ? cut : element.getAttribute(evidenceName);
        if (marker === cut || markers.includes(marker)) mark(element, marker);
        element.removeAttribute(evidenceName);
      }
    };
    for (const root of [...shadowRoots]) visit(root);
    visit(document);
    const write = (element) => {
      if (!element) return "";
      return witness ? witness.write(element, { shadowRoots }) : element.getHTML({ shadowRoots });
    };
    const root = document.documentElement;
    const open = (element) => element.cloneNode(false).outerHTML.replace(/<\\/[^>]*>$/, "");
    const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + "\\n" : "";
    const html = root ? doctype + open(root) + write(root) + "</" + root.localName + ">" : "";
    const body = write(document.body);
    for (const comment of comments) comment.remove();
    return { html, body, isFrameset: document.body?.localName === "frameset" };
  })(${JSON.stringify(parameters)})`;
}

interface SerialiseParameters {
  readonly evidenceName: string;
  readonly markers: readonly string[];
  /** The marker of what is left out. */
  readonly cut: string;
}
