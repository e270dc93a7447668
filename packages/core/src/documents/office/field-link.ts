/**
 * The web address that a field of Word leads to (ECMA-376 part 1, §17.16.5.25), with the place in the page that its switch
 * `\l` names; undefined for other fields and places.
 */
export function fieldLink(instruction: string): string | undefined {
  const [, words] = /^\s*HYPERLINK\s(.*)$/is.exec(instruction) ?? [];
  if (words === undefined) return undefined;
  const [, quotedPlace, barePlace] = /\\l\s+(?:"([^"]*)"|(\S+))/i.exec(words) ?? [];
  const address = words.replace(/\\[lost]\s+(?:"[^"]*"|\S+)|\\[mn]\b/gi, " ");
  const [, quoted, bare] = /"([^"]+)"|([^\s"]+)/.exec(address) ?? [];
  return placeOnWeb(quoted ?? bare, quotedPlace ?? barePlace);
}

/** An absolute address with the name of a place behind it, which Office keeps beside it. */
export function placeOnWeb(address: string | undefined, place: string | undefined): string | undefined {
  if (address === undefined || !/^[a-z][a-z\d+.-]*:/i.test(address)) return undefined;
  return place === undefined || place === "" || address.includes("#") ? address : `${address}#${place}`;
}
