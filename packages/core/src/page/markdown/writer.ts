/** Containers nested deeper than this are written without a prefix, so that hostile nesting can't blow up the page. */
const maxNesting = 40;

interface Container {
  /** What the first line starts with, e.g. `- `. */
  readonly marker: string;
  /** What every further line starts with, this container's and its ancestors' prefixes together. */
  readonly prefix: string;
  /** `prefix` on a blank line. */
  readonly blankPrefix: string;
  /** Whether it follows the line before it without a blank line. */
  readonly tight: boolean;
  started: boolean;
  /** Marker of the list that was written last, when nothing has been written since. */
  precedingList: string;
}

/** Writes blocks with the prefixes of the containers they stand in, in time linear in the output. */
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
    tight: false,
    started: true,
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
  marker: string,
  options: { readonly indent: string; readonly tight?: boolean },
): void {
  const outer = innermost(writer)?.prefix ?? "";
  const nested = writer.containers.length <= maxNesting;
  const prefix = nested ? outer + options.indent : outer;
  writer.containers.push({
    marker: nested ? marker : "",
    prefix,
    blankPrefix: prefix.trimEnd(),
    tight: options.tight ?? false,
    started: false,
    precedingList: "",
  });
}

/** Leaves the container entered last. Returns whether anything was written in it. */
export function closeContainer(writer: Writer): boolean {
  return writer.containers.pop()?.started ?? false;
}

/** Whether something has been written in the innermost container. */
export function isStarted(writer: Writer): boolean {
  return (innermost(writer)?.started ?? false) && writer.markdown !== "";
}

/** Writes a block. */
export function writeBlock(writer: Writer, block: string): void {
  const { containers } = writer;
  let entered = containers.length;
  while (entered > 1 && containers[entered - 1]?.started === false) entered -= 1;
  const around = containers[entered - 1];
  const prefixHere = around?.prefix ?? "";
  if (writer.markdown !== "")
    writer.markdown += containers[entered]?.tight === true ? "\n" : `\n${around?.blankPrefix ?? ""}\n`;
  if (around !== undefined) around.precedingList = "";
  let markers = "";
  for (; entered < containers.length; entered += 1) {
    const container = containers[entered];
    if (container === undefined) continue;
    container.started = true;
    markers += container.marker;
  }
  writer.markdown += prefixHere + markers + indentLines(block, innermost(writer));
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
