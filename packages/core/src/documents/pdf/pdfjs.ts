import type { getDocumentProxy, getResolvedPDFJS } from "unpdf";

/** A document opened by PDF.js. */
export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The numbers of PDF.js's drawing operators. */
export type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>["OPS"];
