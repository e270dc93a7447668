import type { FormatObject } from "../schema/formats.ts";
import type { PageContent } from "../transform/transformer.ts";

/** Formats that do not need the text of a page: the file itself is one of them, or the host sees what it gets. */
const textless: ReadonlySet<FormatObject["type"]> = new Set([
  "markdown",
  "html",
  "rawHtml",
  "screenshot",
  "custom",
] as const);

/** Names the formats that are empty because a PDF was not read; undefined if there are none. Pure. */
export function unreadWarning(formats: readonly FormatObject[], { isUnread }: PageContent): string | undefined {
  if (isUnread !== true) return undefined;
  const empty = formats.filter(({ type }) => !textless.has(type)).map(({ type }) => `\`${type}\``);
  if (empty.length === 0) return undefined;
  return `The PDF was not read, because \`parsers\` does not name it, so there is nothing for ${empty.join(", ")}; \`parsers: ["pdf"]\` reads it.`;
}
