/** Containers nested deeper than this are written without a prefix, so that hostile nesting can't blow up the page. */
const maxNesting = 40;

/** The role of a container in Markdown. */
export type ContainerKind = "document" | "quote" | "item" | "footnote";

interface Container {
  /** Start of the first line, e.g. `- `. */
  readonly marker: string;
  /** Start of every further line, this container's and its ancestors' prefixes together. */
  readonly prefix: string;
  /** `prefix` on a blank line. */
  readonly blankPrefix: string;
  readonly kind: ContainerKind;
  /** True if it follows the line before it without a blank line. */
  readonly tight: boolean;
  /** True if it is the first item of a list. */
  readonly opensList: boolean;
  started: boolean;
  /** Number of blocks directly in it, lists not counted. */
  blocks: number;
  /** Marker of the list that was written last, when nothing has been written since. */
  precedingList: string;
}

/** Writes blocks with the prefixes of the containers around them, in time linear in the output. */
export interface Writer {
  markdown: string;
  readonly containers: Container[];
}

/** Starts an empty document. */
export function createWriter(): Writer {
  const document: Container = {
    marker: "",
    prefix: "",
    blankPrefix: "",
    kind: "document",
    tight: false,
    opensList: false,
    started: true,
    blocks: 0,
    precedingList: "",
  };
  return { markdown: "", containers: [document] };
}

function innermost(writer: Writer): Container | undefined {
  return writer.containers.at(-1);
}

/** Enters a container: a quote, a list item, a footnote. It leaves no trace unless something is written in it. */
export function openContainer(
  writer: Writer,
  kind: ContainerKind,
  options: {
    readonly marker: string;
    readonly indent: string;
    readonly tight?: boolean;
    readonly opensList?: boolean;
  },
): void {
  const outer = innermost(writer)?.prefix ?? "";
  const nested = writer.containers.length <= maxNesting;
  const prefix = nested ? outer + options.indent : outer;
  writer.containers.push({
    kind,
    marker: nested ? options.marker : "",
    prefix,
    blankPrefix: prefix.trimEnd(),
    tight: nested && options.tight === true,
    opensList: options.opensList === true,
    started: false,
    blocks: 0,
    precedingList: "",
  });
}

/** Leaves the container entered last. Returns its number of blocks, lists not counted; undefined when empty. */
export function closeContainer(writer: Writer): number | undefined {
  const closed = writer.containers.pop();
  if (closed === undefined || !closed.started) return undefined;
  const outer = innermost(writer);
  if (closed.kind !== "item" && outer !== undefined) outer.blocks += 1;
  return closed.blocks;
}

/** True if the next block continues a list item that has begun. */
export function continuesItem(writer: Writer): boolean {
  const container = innermost(writer);
  return container !== undefined && container.kind === "item" && container.started;
}

/** True if the next block follows something in the innermost container, or it is the document. */
export function isStarted(writer: Writer): boolean {
  return innermost(writer)?.started ?? false;
}

/** Writes a block. */
export function writeBlock(writer: Writer, block: string): void {
  const { containers } = writer;
  let entered = containers.length;
  while (entered > 1 && containers[entered - 1]?.started === false) entered -= 1;
  const around = containers[entered - 1];
  const prefixHere = around?.prefix ?? "";
  const tight = isTight(containers.slice(entered), block);
  if (writer.markdown !== "") writer.markdown += tight ? "\n" : `\n${around?.blankPrefix ?? ""}\n`;
  if (around !== undefined) around.precedingList = "";
  let markers = "";
  for (; entered < containers.length; entered += 1) {
    const container = containers[entered];
    if (container === undefined) continue;
    container.started = true;
    markers += container.marker;
  }
  const inside = innermost(writer);
  if (inside !== undefined) inside.blocks += block.includes("\n\n") ? 2 : 1;
  writer.markdown +=
    block === "" ? (prefixHere + markers).trimEnd() : prefixHere + markers + indentLines(block, inside);
}

/**
 * True if no blank line precedes the containers that are entered. Some renderers (micromark 4) lose line ends
 * where a nested list right under a paragraph opens with anything but another, or with a list that doesn't start at 1.
 */
function isTight(entering: readonly Container[], block: string): boolean {
  const [first, ...inner] = entering;
  if (first?.tight !== true) return false;
  const opensOtherwise =
    /^(?:```|#{1,6} |___$|\|)/.test(block) || inner.some(({ marker }) => /^(?!1\D)\d/.test(marker));
  return !(first.opensList && opensOtherwise);
}

function indentLines(block: string, container: Container | undefined): string {
  if (container === undefined || container.prefix === "" || !block.includes("\n")) return block;
  const { prefix, blankPrefix } = container;
  return block
    .split("\n")
    .map((line, index) => (index === 0 ? line : line === "" ? blankPrefix : prefix + line))
    .join("\n");
}

/** The marker of the list that ended just before this point, or "". */
export function precedingList(writer: Writer): string {
  return innermost(writer)?.precedingList ?? "";
}

/** Remembers that a list ended here: one that follows directly needs another marker to stay apart. */
export function rememberList(writer: Writer, marker: string): void {
  const container = innermost(writer);
  if (container !== undefined) container.precedingList = marker;
}
