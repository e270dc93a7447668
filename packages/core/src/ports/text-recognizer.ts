/** A page of a document, or a whole document, as a picture. */
export interface PagePicture {
  /** Counted from 1. */
  readonly page: number;
  readonly bytes: Uint8Array;
  /** The media type of the bytes, such as `image/png`. */
  readonly mediaType: string;
}

/** The text that was found in a picture. */
export interface RecognizedPage {
  readonly page: number;
  /** Lines end with a line break, paragraphs with an empty line. */
  readonly text: string;
  /** The recognizer's confidence, from 0 to 1. */
  readonly confidence: number;
}

/** Reads the text in pictures (OCR), such as those of scanned documents. */
export interface TextRecognizer extends Partial<AsyncDisposable> {
  /** The most pictures of one document that are worth handing over. */
  readonly maxPages: number;
  /**
   * Reads pictures in their order, as far as time and memory let it; those that were not read are absent. Does its work
   * outside of the calling thread. Rejects when the signal fires.
   */
  recognize(pictures: readonly PagePicture[], signal: AbortSignal): Promise<readonly RecognizedPage[]>;
}
