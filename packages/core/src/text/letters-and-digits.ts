/** A text as its letters and digits alone, in lower case: what stays the same however a name or a quotation is written. Pure. */
export function lettersAndDigits(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
