import { EngineError } from "../errors.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import { escapeHtml } from "./html/markup.ts";
import { recognizedParagraphs } from "./recognized.ts";

/** Pictures: the text that is recognized in them. Throws UNSUPPORTED_CONTENT where nothing recognizes text. */
export const imageParser: BodyParser = {
  mediaTypes: ["image/png", "image/jpeg", "image/webp", "image/bmp", "image/gif"],
  async parse({ body, mediaType, recognized, maxPictures }) {
    if (recognized === undefined && maxPictures === undefined) {
      const message = `The page is a picture (${mediaType}). To read the text in it, give the engine text recognition (OCR): \`content: { ocr: tesseract() }\` of @garner/ocr.`;
      throw new EngineError("UNSUPPORTED_CONTENT", message, { details: { mediaType } });
    }
    if (recognized === undefined)
      return { html: "", metadata: {}, warnings: [], pictures: [{ page: 1, bytes: body, mediaType }] };
    const [found] = recognized;
    const paragraphs = recognizedParagraphs(found?.text ?? "");
    const html = paragraphs.map((lines) => `<p>${lines.map((parts) => escapeHtml(parts.join(" "))).join("<br>")}</p>`);
    const warnings =
      paragraphs.length > 0
        ? []
        : [found === undefined ? "The picture was not read: there was no time for it." : "The picture shows no text."];
    return await Promise.resolve({ html: `<main>${html.join("")}</main>`, metadata: {}, warnings });
  },
};
