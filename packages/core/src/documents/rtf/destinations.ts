/** The purpose of a group's text. */
export type Destination =
  | "body"
  | "skip"
  | "fonts"
  | "styles"
  | "info"
  | "instruction"
  | "marker"
  | "picture"
  | "properties"
  | "name"
  | "value"
  | "equation"
  | "form";

/** The role of a group by its first word: where its text goes, and more. */
export interface Opening {
  readonly destination: Destination;
  /** Effect of its end. */
  readonly ends?:
    | "note"
    | "field"
    | "instruction"
    | "marker"
    | "picture"
    | "name"
    | "value"
    | "equation"
    | "form"
    | undefined;
  /** Content lost with it. */
  readonly loss?: string | undefined;
  /** The field of the metadata that its text is. */
  readonly field?: string | undefined;
}

const skip: Opening = { destination: "skip" };
const body: Opening = { destination: "body" };
const properties: Opening = { destination: "properties" };

const openings: Readonly<Record<string, Opening>> = {
  fonttbl: { destination: "fonts" },
  stylesheet: { destination: "styles" },
  info: properties,
  title: { destination: "info", field: "title" },
  author: { destination: "info", field: "author" },
  subject: { destination: "info", field: "description" },
  keywords: { destination: "info", field: "keywords" },
  field: { ...body, ends: "field" },
  fldinst: { destination: "instruction", ends: "instruction" },
  fldrslt: body,
  formfield: { destination: "form", ends: "form" },
  listtext: { destination: "marker", ends: "marker" },
  pntext: { destination: "marker", ends: "marker" },
  footnote: { ...body, ends: "note" },
  pict: { destination: "picture", ends: "picture" },
  picprop: properties,
  sp: properties,
  sn: { destination: "name", ends: "name" },
  sv: { destination: "value", ends: "value" },
  shppict: body,
  shp: body,
  shpinst: body,
  shptxt: body,
  object: { ...body, loss: "embedded object" },
  result: body,
  mmath: { destination: "equation", ends: "equation" },
  annotation: { ...skip, loss: "comment" },
};

const skipped: ReadonlySet<string> = new Set(
  (
    "colortbl header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn " +
    "nonshppict shprslt upr do pntxta pntxtb xe tc rxe txe operator creatim revtim printim buptim doccomm company category " +
    "manager comment hlinkbase filetbl revtbl listtable listoverridetable mmathPict"
  ).split(" "),
);

/**
 * The group that a word begins; undefined for words that only set its text. An optional one (`\*`) that is not known is
 * passed over (specification, "Destinations").
 */
export function openingOf(word: string, isOptional: boolean): Opening | undefined {
  if (Object.hasOwn(openings, word)) return openings[word];
  return isOptional || skipped.has(word) ? skip : undefined;
}
