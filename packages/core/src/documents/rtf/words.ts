import { codePageOf } from "./code-pages.ts";
import { symbolSign } from "../symbol-fonts.ts";
import { withoutEmphasis, type Group, type Reading } from "./reading.ts";
import { lineBreak, plainParagraph, type ParagraphStyle, type RunStyle } from "./writer.ts";

/** Carries out a control word that does not begin a destination; unknown ones do nothing. */
export function readWord(reading: Reading, word: string, value: number | undefined): void {
  const { destination } = reading.group;
  if (destination === "skip") return;
  if (word === "u") writeUnicode(reading, value ?? 0);
  else if (word === "uc") reading.group = { ...reading.group, substitutes: Math.max(0, Math.min(20, value ?? 1)) };
  else if (destination === "fonts") describeFont(reading, word, value ?? 0);
  else if (destination === "styles") {
    if (word === "s") reading.described = value ?? 0;
  } else if (destination === "form") describeForm(reading, word, value ?? 0);
  else if (destination === "picture") reading.picture.mediaType = blips[word] ?? reading.picture.mediaType;
  else if (word === "v" || word === "deleted") changeGroup(reading, { hidden: isOn(value) });
  else if (Object.hasOwn(characters, word)) reading.write(characters[word] ?? "");
  else if (Object.hasOwn(runWords, word)) changeRun(reading, runWords[word]?.(value) ?? {});
  else if (Object.hasOwn(steps, word)) steps[word]?.(reading, value ?? 0);
}

const blips: Readonly<Record<string, string>> = { pngblip: "image/png", jpegblip: "image/jpeg" };

const characters: Readonly<Record<string, string>> = {
  tab: "\t",
  "~": "\u00A0",
  _: "-",
  "-": "",
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
  emspace: " ",
  enspace: " ",
  qmspace: " ",
  zwj: "\u200D",
  zwnj: "\u200C",
};

/** Halves of pairs come one after the other. */
function writeUnicode(reading: Reading, code: number): void {
  reading.toSkip = reading.group.substitutes;
  writeWith(reading, String.fromCharCode(code < 0 ? code + 65_536 : code));
}

/** Hands a text to its destination as the font shows it. */
export function writeWith(reading: Reading, text: string): void {
  const { symbols } = reading.fonts.get(reading.group.font ?? reading.defaultFont) ?? {};
  if (symbols === undefined || reading.group.destination !== "body") reading.write(text);
  else
    for (const character of text) {
      const sign = symbolSign(character.charCodeAt(0), symbols);
      if (sign === undefined) reading.losses.add("unknown sign");
      else reading.write(sign);
    }
}

function describeFont(reading: Reading, word: string, value: number): void {
  if (word === "f") {
    reading.described = value;
    reading.fonts.set(value, { codePage: undefined, isCode: false, symbols: undefined });
  } else if (word === "fcharset") {
    const font = reading.fonts.get(reading.described);
    if (font !== undefined) font.codePage = codePageOf(value);
  }
}

/** A box is ticked as it was left (`\\ffres`; 25 says nothing) or, if it was not touched, from the start. */
function describeForm(reading: Reading, word: string, value: number): void {
  if (word === "fftype") reading.form = { isBox: value === 1, isOn: undefined, wasOn: false };
  else if (word === "ffres" && value < 2) reading.form = { ...reading.form, isOn: value === 1 };
  else if (word === "ffdefres") reading.form = { ...reading.form, wasOn: value === 1 };
}

const isOn = (value: number | undefined): boolean => value !== 0;

const runWords: Readonly<Record<string, (value: number | undefined) => Partial<RunStyle>>> = {
  b: (value) => ({ bold: isOn(value) }),
  i: (value) => ({ italic: isOn(value) }),
  strike: (value) => ({ deleted: isOn(value) }),
  striked: (value) => ({ deleted: isOn(value) }),
  super: () => ({ shift: "sup" }),
  sub: () => ({ shift: "sub" }),
  nosupersub: () => ({ shift: undefined }),
  up: (value) => ({ shift: value === 0 ? undefined : "sup" }),
  dn: (value) => ({ shift: value === 0 ? undefined : "sub" }),
};

function changeRun(reading: Reading, change: Partial<RunStyle>): void {
  reading.group = { ...reading.group, run: { ...reading.group.run, ...change } };
}

function changeParagraph(reading: Reading, change: Partial<ParagraphStyle>): void {
  reading.group = { ...reading.group, paragraph: { ...reading.group.paragraph, ...change } };
}

const changeGroup = (reading: Reading, change: Partial<Group>): void => {
  reading.group = { ...reading.group, ...change };
};

const steps: Readonly<Record<string, (reading: Reading, value: number) => void>> = {
  ansicpg: (reading, value) => (reading.codePage = value),
  mac: (reading) => (reading.codePage = 10_000),
  deff: (reading, value) => (reading.defaultFont = value),
  f: (reading, value) => {
    changeGroup(reading, { font: value });
    changeRun(reading, { code: reading.fonts.get(value)?.isCode === true });
  },
  plain: (reading) => {
    changeGroup(reading, { run: withoutEmphasis(reading.group.run), hidden: false, font: undefined });
  },
  pard: (reading) => changeGroup(reading, { paragraph: plainParagraph }),
  s: (reading, value) =>
    changeParagraph(reading, { heading: reading.headings.get(value), quote: reading.quotes.has(value) }),
  outlinelevel: (reading, value) =>
    changeParagraph(reading, { heading: value >= 0 && value < 9 ? Math.min(6, value + 1) : undefined }),
  intbl: (reading) => changeParagraph(reading, { inTable: true }),
  // The level of an item of a list is 0 unless it is said (specification 1.9, "Bullets and Numbering").
  ls: (reading) => changeParagraph(reading, { depth: reading.group.paragraph.depth ?? 0 }),
  ilvl: (reading, value) => changeParagraph(reading, { depth: value }),
  li: (reading, value) => changeParagraph(reading, { indent: value }),
  fi: (reading, value) => changeParagraph(reading, { firstIndent: value }),
  line: (reading) => reading.writer.html(lineBreak),
  par: endParagraph,
  sect: endParagraph,
  page: (reading) => reading.write(" "),
  column: (reading) => reading.write(" "),
  trowd: (reading) => {
    reading.cells = [];
    reading.isMerged = false;
  },
  clmrg: (reading) => (reading.isMerged = true),
  cellx: (reading, value) => {
    reading.cells.push({ edge: value, isMerged: reading.isMerged });
    reading.isMerged = false;
  },
  cell: endCell,
  nestcell: (reading) => reading.write("\t"),
  nestrow: (reading) => reading.writer.html(lineBreak),
  row: (reading) => {
    reading.writer.endRow();
    reading.cell = 0;
  },
};

function endParagraph(reading: Reading): void {
  if (reading.group.destination === "body") closeParagraph(reading, reading.group.paragraph.inTable);
}

function closeParagraph(reading: Reading, inTable: boolean): void {
  reading.writer.endParagraph({ ...reading.group.paragraph, inTable, marker: reading.marker });
  reading.marker = undefined;
}

function endCell(reading: Reading): void {
  closeParagraph(reading, true);
  const { cells, cell } = reading;
  let columns = cells[cell]?.isMerged === true ? 0 : 1;
  while (columns > 0 && cells[cell + columns]?.isMerged === true) columns += 1;
  reading.writer.endCell(columns, cells[cell + Math.max(1, columns) - 1]?.edge);
  reading.cell += 1;
}
