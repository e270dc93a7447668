import type { Element } from "domhandler";
import { childOf, childrenOf, childText } from "../../markup/xml-tree.ts";
import type { FeedEntry } from "./feed-page.ts";

/** The element that attaches a file to an entry, its attribute with the address, and its relation if it must have one. */
interface Attachment {
  readonly name: string;
  readonly address: string;
  readonly relation?: string;
}

/**
 * The pictures and other files attached to an entry: enclosures, those of Media RSS (https://www.rssboard.org/media-rss), and
 * the picture of an episode (iTunes). A preview stands for what has no picture itself, such as a film.
 */
export function attachedTo(
  entry: Element,
  { name, address, relation }: Attachment,
): Pick<FeedEntry, "pictures" | "enclosures"> {
  const files = childrenOf(entry, name)
    .filter(({ attribs }) => relation === undefined || attribs["rel"] === relation)
    .filter(({ attribs }) => (attribs[address] ?? "") !== "");
  const addresses = (wanted: readonly Element[]) => wanted.flatMap(({ attribs }) => attribs[address] ?? []);
  const groups = [entry, ...childrenOf(entry, "media:group")];
  // The files of a group are one picture in several sizes.
  const media = groups.flatMap((group) => picturesOf(group).slice(0, group === entry ? undefined : 1));
  const attached = [...addresses(files.filter(isPicture)), ...media.flatMap(({ attribs }) => attribs["url"] ?? [])];
  const preview = groups.flatMap((group) => childOf(group, "media:thumbnail")?.attribs["url"] ?? []).slice(0, 1);
  return {
    pictures: attached.length > 0 ? attached : [...preview, ...[coverOf(entry) ?? []].flat()].slice(0, 1),
    enclosures: addresses(files.filter((file) => !isPicture(file))),
  };
}

/** The pictures of Media RSS, the widest first, as some feeds name one in several sizes. */
const picturesOf = (group: Element): readonly Element[] =>
  childrenOf(group, "media:content")
    .filter(isPicture)
    .toSorted((one, other) => widthOf(other) - widthOf(one));

const widthOf = ({ attribs }: Element): number => Number(attribs["width"]) || 0;

/** The picture of a feed: that of RSS, or the cover of a podcast. */
export const pictureOf = (channel: Element): string | undefined =>
  coverOf(channel) ?? childText(childOf(channel, "image"), "url");

const coverOf = (element: Element): string | undefined => childOf(element, "itunes:image")?.attribs["href"];

const isPicture = ({ attribs }: Element): boolean =>
  attribs["medium"] === "image" || /^image\//i.test(attribs["type"] ?? "");
