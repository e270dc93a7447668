import type { BodyParser } from "../../ports/body-parser.ts";
import { given } from "../feeds/feed-page.ts";
import { createLosses } from "../losses.ts";
import { createPictures } from "../pictures.ts";
import { readRtf } from "./read.ts";

/**
 * Rich Text Format (specification 1.9.1): headings, lists, tables, links, notes, emphasis and pictures, in any code
 * page. Hidden and deleted text, headers and footers are left out without a word; other losses are counted in a
 * warning.
 */
export const rtfParser: BodyParser = {
  mediaTypes: ["application/rtf", "text/rtf", "application/x-rtf", "text/richtext"],
  async parse(input, signal) {
    const losses = createLosses();
    const pictures = createPictures(losses);
    const { html, info, isWhole } = readRtf(input.body, { losses, pictures, signal });
    return await Promise.resolve({
      html: `<main>${html}</main>`,
      metadata: given(info),
      warnings: [
        ...(isWhole ? [] : ["The document nests groups endlessly; only its beginning was read."]),
        ...losses.warnings(),
      ],
    });
  },
};
