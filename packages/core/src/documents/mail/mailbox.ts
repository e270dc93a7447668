import { latin1 } from "../../decoding/latin1.ts";

/** Most messages of a mailbox that are read. */
export const maxMessages = 1000;

/** The line that begins a message of a mailbox (RFC 4155, appendix A): who sent it, and when. */
const fromLine = /^From \S[^\n]{1,300}\n/gm;
const isDated = (line: string): boolean => /\d:\d\d/.test(line) && /\d{4}/.test(line);

/** The messages of a mailbox (RFC 4155), each as its own bytes; a message alone is a mailbox of one. */
export function messagesOf(body: Uint8Array): readonly Uint8Array[] {
  if (!latin1(body.subarray(0, 5)).startsWith("From ")) return [body];
  const text = latin1(body);
  const starts = [...text.matchAll(fromLine)].filter(
    ({ index, 0: line }) =>
      isDated(line) && (index === 0 || /\n\r?\n$/.test(text.slice(Math.max(0, index - 3), index))),
  );
  if (starts.length === 0) return [body];
  return starts.map((start, number) => {
    const message = text.slice(start.index + start[0].length, starts[number + 1]?.index);
    // Lines of the text that look like the beginning of a message are marked.
    return Buffer.from(message.replace(/^>(?=>{0,100}From )/gm, ""), "latin1");
  });
}
