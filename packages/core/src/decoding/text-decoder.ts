/**
 * The decoder of the Encoding Standard, as browsers have it. Node's own takes the tables of ICU, which lack thousands of characters
 * of Korean, Hong Kong and Japanese pages: those of windows-949, Big5-HKSCS and the rows of NEC and IBM.
 */
export { normalizeEncoding, TextDecoder } from "@exodus/bytes/encoding.js";
