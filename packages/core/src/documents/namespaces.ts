/** Prefixes that the readers of documents look for, by namespace; "" for names that they look for without one. */
export const documentPrefixes: ReadonlyMap<string, string> = new Map([
  ...office("", "spreadsheetml", "package/2006/relationships"),
  ...office("w", "wordprocessingml"),
  ...office("p", "presentationml"),
  ...office("a", "drawingml"),
  ...part("r", "officeDocument", "relationships"),
  ...part("m", "officeDocument", "math"),
  ...part("c", "drawingml", "chart"),
  ...part("dgm", "drawingml", "diagram"),
  ...part("pic", "drawingml", "picture"),
  ...part("wp", "drawingml", "wordprocessingDrawing"),
  ...part("xdr", "drawingml", "spreadsheetDrawing"),
  ["http://schemas.openxmlformats.org/markup-compatibility/2006", "mc"],
  ["http://schemas.openxmlformats.org/package/2006/metadata/core-properties", "cp"],
  ["http://schemas.microsoft.com/office/word/2010/wordml", "w14"],
  ["http://schemas.microsoft.com/office/drawing/2010/main", "a14"],
  ["http://schemas.microsoft.com/office/drawing/2014/chartex", "cx"],
  ["http://schemas.microsoft.com/office/spreadsheetml/2017/richdata", ""],
  ["http://schemas.microsoft.com/office/spreadsheetml/2022/richvaluerel", ""],
  ["http://schemas.microsoft.com/office/word/2003/wordml", "w"],
  ["http://schemas.microsoft.com/office/word/2003/auxHint", "wx"],
  ["urn:schemas-microsoft-com:office:spreadsheet", "ss"],
  ["urn:schemas-microsoft-com:office:excel", "x"],
  ["http://purl.org/dc/elements/1.1/", "dc"],
  ["http://purl.org/dc/terms/", "dcterms"],
  ["http://www.idpf.org/2007/opf", ""],
  ["urn:oasis:names:tc:opendocument:xmlns:container", ""],
  ["http://www.gribuser.ru/xml/fictionbook/2.0", ""],
  ["urn:schemas-microsoft-com:vml", "v"],
  ["urn:schemas-microsoft-com:office:office", "o"],
  ["http://www.w3.org/1999/xlink", "xlink"],
  ...openDocument("office", "text", "table", "style", "meta", "presentation", "chart"),
  ["urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", "draw"],
  ["urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0", "fo"],
  ["urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0", "svg"],
]);

type Entry = readonly [namespace: string, prefix: string];

/** A part of Office Open XML in both of its forms, transitional and strict (ECMA-376 part 1, §1 and part 4). */
function part(prefix: string, family: string, name: string): readonly Entry[] {
  return [
    [`http://schemas.openxmlformats.org/${family}/2006/${name}`, prefix],
    [`http://purl.oclc.org/ooxml/${family}/${name}`, prefix],
  ];
}

function office(prefix: string, family: string, ...others: readonly string[]): readonly Entry[] {
  return [
    ...part(prefix, family, "main"),
    ...others.map((name): Entry => [`http://schemas.openxmlformats.org/${name}`, prefix]),
  ];
}

function openDocument(...names: readonly string[]): readonly Entry[] {
  return names.map((name) => [`urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`, name]);
}
