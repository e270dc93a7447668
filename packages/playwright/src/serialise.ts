import type { Frame, Page } from "playwright-core";

/** Frames whose content is taken into the page; the rest keep their `iframe` element. */
const maxFrames = 24;

/** How deep frames within frames are followed. */
const maxFrameDepth = 3;

/**
 * The document as HTML, as a reader sees it: shadow trees as declarative templates (HTML Standard, `shadowrootmode`),
 * and the content of frames, also those of other sites, in a `div` with `data-original-tag="iframe"`. What is only for
 * readers without scripts is left out: the scripts have run.
 */
export async function serialisePage(page: Page, evidenceName: string): Promise<string> {
  const budget = { frames: maxFrames };
  const { html } = await serialiseFrame(page.mainFrame(), { evidenceName, budget, depth: 0 });
  return html;
}

interface Surroundings {
  readonly evidenceName: string;
  readonly budget: { frames: number };
  readonly depth: number;
}

interface Serialised {
  readonly html: string;
  /** Only what stands in the body. */
  readonly inner: string;
}

async function serialiseFrame(frame: Frame, { evidenceName, budget, depth }: Surroundings): Promise<Serialised> {
  const markers = new Map<string, string>();
  if (depth < maxFrameDepth) {
    for (const child of frame.childFrames()) {
      if (budget.frames === 0) break;
      budget.frames -= 1;
      const content = await frameContent(child, { evidenceName, budget, depth: depth + 1 });
      if (content !== undefined) markers.set(content.marker, content.inner);
    }
  }
  const cut = `${evidenceName}-cut`;
  const script = serialiseScript({ evidenceName, markers: [...markers.keys()], cut });
  const written = await frame.evaluate<{ html: string; body: string }>(script);
  return { html: fill(written.html, markers, cut), inner: fill(written.body, markers, cut) };
}

/** Reads a frame and leaves a mark on its element, so that the element can be found in the parent's HTML. */
async function frameContent(frame: Frame, surroundings: Surroundings) {
  try {
    const { inner } = await serialiseFrame(frame, surroundings);
    if (inner.trim() === "") return undefined;
    const element = await frame.frameElement();
    const marker = `${surroundings.evidenceName}-${surroundings.budget.frames}`;
    await element.evaluate(mark, [surroundings.evidenceName, marker] as const);
    return { marker, inner };
  } catch {
    return undefined; // the frame went away while it was read
  }
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
    if (inner !== undefined) parts.push(`<div data-original-tag="iframe"${sourceOf(marked)}>${inner}</div>`);
    rest = rest.slice(start + all.length);
  }
  return [...parts, rest].join("");
}

const markedPart = /<!--(_[0-9a-f]{16}-\w+)-->([^]*?)<!--\/\1-->/g;

function sourceOf(iframe: string): string {
  const source = /<iframe\b[^>]*?\bsrc="([^"]*)"/i.exec(iframe)?.[1];
  return source === undefined ? "" : ` data-original-src="${source}"`;
}

/**
 * Comments are put around the marked frames and around what is only for readers without scripts, the HTML is written,
 * and the comments are taken away again, all in one step, so that the page never notices.
 */
function serialiseScript(parameters: SerialiseParameters): string {
  return `(({ evidenceName, markers, cut }) => {
    const shadowRoots = [...(window[evidenceName]?.closedRoots ?? [])];
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
        const marker = element.localName === "noscript" ? cut : element.getAttribute(evidenceName);
        if (marker === cut || markers.includes(marker)) mark(element, marker);
        element.removeAttribute(evidenceName);
      }
    };
    for (const root of [...shadowRoots]) visit(root);
    visit(document);
    const write = (element) => element?.getHTML({ shadowRoots }) ?? "";
    const root = document.documentElement;
    const open = (element) => element.cloneNode(false).outerHTML.replace(/<\\/[^>]*>$/, "");
    const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + "\\n" : "";
    const html = root ? doctype + open(root) + write(root) + "</" + root.localName + ">" : "";
    const body = write(document.body);
    for (const comment of comments) comment.remove();
    return { html, body };
  })(${JSON.stringify(parameters)})`;
}

interface SerialiseParameters {
  readonly evidenceName: string;
  readonly markers: readonly string[];
  /** The marker of what is left out. */
  readonly cut: string;
}
