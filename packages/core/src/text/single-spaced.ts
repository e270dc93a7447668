const space = 0x20;

/**
 * A text with single spaces for white space, and none at its ends. Most texts are ASCII and have no other, which a loop
 * sees in a fraction of the time that it takes to replace nothing.
 */
export function singleSpaced(text: string): string {
  return isSingleSpaced(text) ? text : text.replace(/\s+/g, " ").trim();
}

function isSingleSpaced(text: string): boolean {
  let isBehindSpace = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < space || code > 0x7e || (code === space && isBehindSpace)) return false;
    isBehindSpace = code === space;
  }
  return !isBehindSpace || text === "";
}
