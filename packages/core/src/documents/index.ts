import type { BodyParser } from "../ports/body-parser.ts";
import { csvParser } from "./text/csv.ts";
import { epubParser } from "./epub.ts";
import { fictionBookParser } from "./fiction-book.ts";
import { imageParser } from "./image.ts";
import { jsonParser } from "./json.ts";
import { mailParser } from "./mail/index.ts";
import { markdownParser } from "./text/markdown.ts";
import { docxParser } from "./office/docx/index.ts";
import { openDocumentParser } from "./office/opendocument.ts";
import { pptxParser } from "./office/pptx.ts";
import { xlsxParser } from "./office/xlsx/index.ts";
import { pdfParser } from "./pdf/index.ts";
import { plainTextParser } from "./text/plain-text.ts";
import { rtfParser } from "./rtf/index.ts";
import { sourceCodeParser } from "./text/source-code.ts";
import { svgParser } from "./svg.ts";
import { xmlParser } from "./xml.ts";
import { zipParser } from "./zip.ts";

/** The readers of everything that is not HTML. */
export const builtInParsers: readonly BodyParser[] = [
  plainTextParser,
  markdownParser,
  sourceCodeParser,
  jsonParser,
  svgParser,
  xmlParser,
  csvParser,
  pdfParser,
  docxParser,
  xlsxParser,
  pptxParser,
  openDocumentParser,
  rtfParser,
  imageParser,
  epubParser,
  fictionBookParser,
  mailParser,
  zipParser,
];
