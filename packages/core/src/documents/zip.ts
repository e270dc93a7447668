import { EngineError } from "../errors.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import { openArchive, type Archive } from "./archive.ts";
import { epubParser } from "./epub.ts";
import { fictionBookParser } from "./fiction-book.ts";
import { docxParser } from "./office/docx/index.ts";
import { openDocumentParser } from "./office/opendocument.ts";
import { pptxParser } from "./office/pptx.ts";
import { xlsxParser } from "./office/xlsx/index.ts";

/** ZIP archives that the server did not name further: told apart by the files in them; a book of one file may be packed alone. Throws for other archives. */
export const zipParser: BodyParser = {
  mediaTypes: [
    "application/zip",
    "application/x-zip-compressed",
    "application/x-zip",
    "application/x-zip-compressed-fb2",
  ],
  async parse(input, signal) {
    const archive = await openArchive(input.body, "ZIP");
    const parser = parserOf(archive);
    if (parser !== undefined) return await parser.parse(input, signal);
    const [name = "", ...others] = archive.names;
    const book = others.length === 0 && /\.fb2$/i.test(name) ? archive.bytes(name) : undefined;
    if (book !== undefined) return await fictionBookParser.parse({ ...input, body: book }, signal);
    const message = "The page is a ZIP archive (application/zip), but none of the documents that are read.";
    throw new EngineError("UNSUPPORTED_CONTENT", message, { details: { mediaType: input.mediaType } });
  },
};

function parserOf({ names, text }: Archive): BodyParser | undefined {
  const mediaType = text("mimetype")?.trim();
  if (mediaType === "application/epub+zip" || names.includes("META-INF/container.xml")) return epubParser;
  if (mediaType?.startsWith("application/vnd.oasis.opendocument.") === true) return openDocumentParser;
  if (names.some((name) => name.startsWith("word/"))) return docxParser;
  if (names.some((name) => name.startsWith("xl/"))) return xlsxParser;
  return names.some((name) => name.startsWith("ppt/")) ? pptxParser : undefined;
}
