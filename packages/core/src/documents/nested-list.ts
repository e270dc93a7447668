/** An item of a list as a document writes it: one after the other, each with its depth. */
export interface ListItem {
  readonly depth: number;
  readonly ordered: boolean;
  /** The number of an ordered item; that of the first one begins the list. */
  readonly number?: number | undefined;
  readonly html: string;
}

/** Nests items in the ones above them that are less deep; bullets and numbers side by side make two lists. */
export function nestedList(items: readonly ListItem[]): string {
  const parts: string[] = [];
  let open: ListItem | undefined;
  for (let index = 0; index < items.length;) {
    const item = items[index];
    if (item === undefined) break;
    const below = items.slice(index + 1);
    const end = below.findIndex((other) => other.depth <= item.depth);
    const children = end === -1 ? below : below.slice(0, end);
    if (open === undefined || open.ordered !== item.ordered) parts.push(closeTag(open), openTag(item));
    open = item;
    parts.push(`<li>${item.html}${nestedList(children)}</li>`);
    index += children.length + 1;
  }
  return `${parts.join("")}${closeTag(open)}`;
}

const closeTag = (item: ListItem | undefined): string => (item === undefined ? "" : item.ordered ? "</ol>" : "</ul>");

function openTag({ ordered, number = 1 }: ListItem): string {
  if (!ordered) return "<ul>";
  return number === 1 ? "<ol>" : `<ol start="${number}">`;
}
