/** A piece of text on a page, from the page's lower left corner in points. */
export interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly text: string;
  /** Direction of the text, in degrees to the left; 0 by default. */
  readonly turned?: number;
  /** Helvetica by default. */
  readonly font?: "Courier" | "Courier-Oblique";
}

/** A document of one page, without a table of its objects, which readers make up for. */
export const pdfOf = (lines: readonly Drawn[], annotations: readonly string[] = []): Uint8Array =>
  pdfOfPages([lines], { annotations });

/** What the first page of a document has besides text. */
interface Besides {
  readonly annotations?: readonly string[];
  /** Operators that draw lines. */
  readonly drawing?: string;
}

/** A document of several pages; what is besides their text stands on the first one. */
export function pdfOfPages(
  pages: readonly (readonly Drawn[])[],
  { annotations = [], drawing = "" }: Besides = {},
): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`);
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]>>>>",
    `<</Type/Pages/Kids[${kids.join(" ")}]/Count ${pages.length}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...pages.flatMap((lines, index) => {
      const shown = `${index === 0 ? drawing : ""}\n${lines.map(operatorsOf).join("\n")}`;
      const remarks = index === 0 ? annotations.join(" ") : "";
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${5 + index * 2} 0 R/Resources<</Font<</F 3 0 R${typewriters}>>>>/Annots[${remarks}]>>`,
        `<</Length ${shown.length}>>stream\n${shown}\nendstream`,
      ];
    }),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`);
}

/** Fonts besides Helvetica. */
const typewriters = ["Courier", "Courier-Oblique"]
  .map((name) => `/${name}<</Type/Font/Subtype/Type1/BaseFont/${name}>>`)
  .join("");

function operatorsOf({ x, y, size = 11, text, turned = 0, font }: Drawn): string {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((turned * Math.PI) / 180).toFixed(4));
  return `BT /${font ?? "F"} ${size} Tf ${cos} ${sin} ${-Number(sin)} ${cos} ${x} ${y} Tm (${text.replace(/[()]/g, "\\$&")}) Tj ET`;
}

/** An element of the structure of a tagged page: its role, and what it holds. */
export type Tagged = readonly [role: string, ...parts: (Tagged | Drawn)[]];

const isText = (part: Tagged | Drawn): part is Drawn => "text" in part;

/** A tagged document of one page (ISO 32000-1, §14.7); `loose` text is a part of no element. */
export function taggedPdfOf(elements: readonly Tagged[], loose: readonly Drawn[] = []): Uint8Array {
  const firstElement = 6;
  const texts: string[] = [];
  const parents: string[] = [];
  const written: string[] = [];
  const write = ([role, ...parts]: Tagged, parent: number): number => {
    const number = firstElement + written.push("") - 1;
    const kids = parts.map((part) => {
      if (!isText(part)) return `${write(part, number)} 0 R`;
      texts.push(`/${role.split("/", 1)[0]}<</MCID ${parents.length}>>BDC ${operatorsOf(part)} EMC`);
      return `${parents.push(`${number} 0 R`) - 1}`;
    });
    written[number - firstElement] = `<</Type/StructElem/S/${role}/P ${parent} 0 R/Pg 4 0 R/K[${kids.join(" ")}]>>`;
    return number;
  };
  const roots = elements.map((element) => `${write(element, 3)} 0 R`);
  const shown = [...texts, ...loose.map((text) => `/Artifact BMC ${operatorsOf(text)} EMC`)].join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 3 0 R>>",
    "<</Type/Pages/Kids[4 0 R]/Count 1>>",
    `<</Type/StructTreeRoot/K[${roots.join(" ")}]/ParentTree<</Nums[0[${parents.join(" ")}]]>>>>`,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/StructParents 0/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
    `<</Length ${shown.length}>>stream\n${shown}\nendstream`,
    ...written,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return new TextEncoder().encode(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF\n`);
}
