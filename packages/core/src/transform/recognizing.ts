import type { RecognizedPage, TextRecognizer } from "../ports/text-recognizer.ts";
import type { PageContent, Transformer } from "./transformer.ts";

/** Text that is less sure than this is told to be so. */
const minConfidence = 0.7;

/**
 * A transformer that also reads pictures. Parts without text come back as pictures, the recognizer reads them, and the
 * document is read once more with their text in its place.
 */
export function recognizing(transformer: Transformer, recognizer: TextRecognizer): Transformer {
  return {
    compute: transformer.compute,
    waiting: (wait) => recognizing(transformer.waiting?.(wait) ?? transformer, recognizer),
    [Symbol.asyncDispose]: async () => transformer[Symbol.asyncDispose]?.(),
    async transform(capture, options, signal) {
      const asked = { ...options, maxPictures: recognizer.maxPages };
      const { pictures = [], ...content } = await transformer.transform(capture, asked, signal);
      if (pictures.length === 0) return content;
      const recognized = await recognizer.recognize(pictures, signal);
      const whole = await transformer.transform(capture, { ...options, recognized }, signal);
      return described(whole, recognized);
    },
  };
}

function described(content: PageContent, recognized: readonly RecognizedPage[]): PageContent {
  const read = recognized.filter(({ text }) => text.trim() !== "");
  if (read.length === 0) return content;
  const confidence = read.reduce((sum, page) => sum + page.confidence, 0) / read.length;
  const percent = Math.round(confidence * 100);
  const warning = `The text was recognized in pictures that are hard to read: about ${percent} % of it is sure.`;
  return {
    ...content,
    metadata: { ...content.metadata, recognizedPages: read.length },
    warnings: confidence < minConfidence ? [warning, ...content.warnings] : content.warnings,
  };
}
