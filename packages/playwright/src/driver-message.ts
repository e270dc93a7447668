/** A text without the full stop at its end, to stand within a sentence of ours. */
export function withoutPeriod(text: string): string {
  return text.replace(/(?<![.\s])[.\s]*$/, "");
}

/** The first line of a driver's message, without its full stop: the reason. The rest is the driver's log. */
export function firstLine(message: string): string {
  return withoutPeriod(message.split("\n", 1)[0] ?? message);
}
