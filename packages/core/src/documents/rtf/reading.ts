import type { Element } from "domhandler";
import type { Losses } from "../losses.ts";
import { isSymbolFont } from "../symbol-fonts.ts";
import type { Pictures } from "../pictures.ts";
import type { Destination, Opening } from "./destinations.ts";
import { addToPart } from "./equation.ts";
import { createWriter, plainParagraph, type ParagraphStyle, type RunStyle, type Writer } from "./writer.ts";

/** Properties of a group's text; an inner group inherits them and may change its own copy. */
export interface Group {
  readonly destination: Destination;
  readonly ends: Opening["ends"];
  readonly infoField: string | undefined;
  readonly run: RunStyle;
  readonly paragraph: ParagraphStyle;
  readonly hidden: boolean;
  readonly font: number | undefined;
  /** Characters that stand for each one of Unicode, for readers that know none (`\uc`). */
  readonly substitutes: number;
  /** The field around the text: its address, if it is a link, and whether any of its result was shown. */
  readonly link: { href: string | undefined; instruction: string; isShown: boolean } | undefined;
  /** The part of an equation that the group is, or is in. */
  readonly part: Element | undefined;
}

/** A picture while it is read. */
interface OpenPicture {
  mediaType: string | undefined;
  readonly hex: string[];
  bytes: Uint8Array | undefined;
  description: string;
  /** The name of the property whose value comes next. */
  property: string;
}

/** Everything that changes while a file is read. */
export interface Reading {
  readonly losses: Losses;
  readonly pictures: Pictures;
  group: Group;
  readonly groups: Group[];
  writer: Writer;
  /** Those of the texts around a note. */
  readonly writers: Writer[];
  readonly notes: string[];
  readonly info: Record<string, string>;
  codePage: number;
  defaultFont: number;
  readonly fonts: Map<number, { codePage: number | undefined; isCode: boolean; symbols: string | undefined }>;
  readonly headings: Map<number, number>;
  readonly quotes: Set<number>;
  /** The number of the font or style that is being described. */
  described: number;
  /** Text that is not for the page: a field's instruction, a list's mark, the name of a property. */
  aside: string;
  /** The mark of the list item that the next paragraph is. */
  marker: string | undefined;
  /** Bytes that are not decoded yet, as Latin-1: characters of several bytes may be written in several ways. */
  pending: string[];
  toSkip: number;
  /** Set after a group opened, and after the sign that it may be passed over. */
  starts: "group" | "optional" | undefined;
  /** The cells of the row by their right edges; a merged one belongs to the one before it. */
  cells: { readonly edge: number; readonly isMerged: boolean }[];
  cell: number;
  isMerged: boolean;
  picture: OpenPicture;
  /** The last field of a form: a box to tick, as it was left if it was touched and as it was at first, or another. */
  form: { readonly isBox: boolean; readonly isOn: boolean | undefined; readonly wasOn: boolean };
  /** Hands text to its destination. */
  write(text: string): void;
}

const plainRun: RunStyle = {
  bold: false,
  italic: false,
  deleted: false,
  code: false,
  shift: undefined,
  href: undefined,
};

/** A run of text without any emphasis. */
export const withoutEmphasis = ({ href }: RunStyle): RunStyle => ({ ...plainRun, href });

/** Before a picture is read. */
export const noPicture = (): OpenPicture => ({
  mediaType: undefined,
  hex: [],
  bytes: undefined,
  description: "",
  property: "",
});

/** The state before the first token. */
export function beginReading(losses: Losses, pictures: Pictures): Reading {
  const reading: Reading = {
    losses,
    pictures,
    group: {
      destination: "body",
      ends: undefined,
      infoField: undefined,
      run: plainRun,
      paragraph: plainParagraph,
      hidden: false,
      font: undefined,
      substitutes: 1,
      link: undefined,
      part: undefined,
    },
    groups: [],
    writer: createWriter(),
    writers: [],
    notes: [],
    info: {},
    codePage: 1252,
    defaultFont: 0,
    fonts: new Map(),
    headings: new Map(),
    quotes: new Set(),
    described: 0,
    aside: "",
    marker: undefined,
    pending: [],
    toSkip: 0,
    starts: undefined,
    cells: [],
    cell: 0,
    isMerged: false,
    picture: noPicture(),
    form: { isBox: false, isOn: undefined, wasOn: false },
    write: (text) => writeTo(reading, text),
  };
  return reading;
}

const codeFont = /courier|consolas|menlo|monaco|\bmono/i;

function writeTo(reading: Reading, text: string): void {
  const { group, described } = reading;
  switch (group.destination) {
    case "body":
      if (group.hidden) return;
      reading.writer.text(text, group.run);
      if (group.link !== undefined) group.link.isShown = true;
      return;
    case "fonts": {
      const font = reading.fonts.get(described);
      if (font !== undefined && codeFont.test(text)) font.isCode = true;
      const name = text.replace(/;.*/s, "").trim();
      if (font !== undefined && isSymbolFont(name)) font.symbols = name;
      return;
    }
    case "styles":
      describeStyle(reading, text);
      return;
    case "info":
      if (group.infoField !== undefined) reading.info[group.infoField] = (reading.info[group.infoField] ?? "") + text;
      return;
    case "equation":
      if (group.part !== undefined) addToPart(group.part, text);
      return;
    case "skip":
    case "picture":
    case "properties":
    case "form":
      return;
    default:
      reading.aside += text;
  }
}

function describeStyle({ headings, quotes, described }: Reading, name: string): void {
  const level = /^\s*(?:heading (\d)|(title))\b/i.exec(name);
  if (level !== null) headings.set(described, Math.min(6, Number(level[1] ?? 1)));
  if (/quot/i.test(name)) quotes.add(described);
}
