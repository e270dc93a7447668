import type { Address, Attachment, Email, Mailbox } from "postal-mime";
import { decodeText } from "../../decoding/decode.ts";
import { EngineError } from "../../errors.ts";
import type { BodyParser, ParsedBody } from "../../ports/body-parser.ts";
import { given, isoDate } from "../feeds/feed-page.ts";
import { escapeHtml } from "../html/markup.ts";
import { createLosses, listOfNames } from "../losses.ts";
import { createPictures, type Pictures } from "../pictures.ts";
import { mailHtml } from "./mail-html.ts";
import { maxMessages, messagesOf } from "./mailbox.ts";
import { plainMailHtml } from "./plain-mail.ts";

/**
 * Messages (RFC 5322 with MIME), pages that a browser saved as one (MHTML, RFC 2557) and mailboxes (RFC 4155): the
 * subject as title, who wrote to whom and when, and the text, as HTML where the message has it. Pictures in the text are
 * shown, attachments are named. Forwarded messages (RFC 2046, §5.2.1) follow the one that they are a part of. Throws UNSUPPORTED_CONTENT for what is no message.
 */
export const mailParser: BodyParser = {
  mediaTypes: [
    "message/rfc822",
    "message/global",
    "application/mbox",
    "multipart/related",
    "application/x-mimearchive",
  ],
  async parse({ body }) {
    const messages = messagesOf(body);
    const losses = createLosses();
    const pictures = createPictures(losses);
    const read: ReadMessage[] = [];
    for (const bytes of messages.slice(0, maxMessages)) read.push(await readMessage(bytes, pictures));
    const [first] = read;
    const left = `The mailbox has ${messages.length} messages; only the first ${maxMessages} are shown.`;
    return {
      html: `<main>${read.map(({ html }) => html).join("<hr>")}</main>`,
      metadata: first !== undefined && read.length === 1 ? first.metadata : {},
      warnings: [
        ...(messages.length > maxMessages ? [left] : []),
        ...attachmentWarnings(read.flatMap(({ attached }) => attached)),
        ...losses.warnings(),
        ...read.flatMap(({ warnings }) => warnings).slice(0, maxNamed),
      ],
    };
  },
};

/** Messages that are forwarded in each other deeper than this are attachments. */
const maxForwards = 10;

/** A message, and those in it behind it. */
async function readMessage(bytes: Uint8Array, pictures: Pictures, depth = 0): Promise<ReadMessage> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isFlowed = source.includes("format=flowed") || source.includes(`format="flowed"`);
  const { forwarded, ...own } = readText(await parseMessage(bytes), { pictures, isFlowed, depth });
  const read: ReadMessage[] = [own];
  for (const { content } of forwarded) {
    if (typeof content !== "string") read.push(await readMessage(new Uint8Array(content), pictures, depth + 1));
  }
  return {
    html: read.map(({ html }) => html).join("<hr>"),
    metadata: own.metadata,
    attached: read.flatMap(({ attached }) => attached),
    warnings: read.flatMap(({ warnings }) => warnings),
  };
}

/** Text that shows that its bytes were read by the wrong charset. */
const isMisread = ({ subject, text, html }: Email): boolean =>
  [subject, text, html].some((part) => part?.includes("\uFFFD") === true);

/** Headers of texts that name no charset. */
const unnamedCharset =
  /^(content-type:[ \t]*text\/(?:html|plain))(?=[ \t]*(?:;(?![^\n]{0,200}charset)|\r?\n(?![ \t])))/gim;

/** Forwarded messages stay apart: the parser would write their dates as the machine's place and language do. */
const options = { maxRfc822NestingDepth: 0 };

/**
 * Reads texts again that name no charset and are no UTF-8. Their charset is guessed from the bytes of the whole message; if
 * these are encoded, it is the one that the page in the message names.
 */
async function parseMessage(bytes: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  try {
    const email = await PostalMime.parse(bytes, options);
    if (!isMisread(email)) return email;
    const { text, charset } = decodeText({ body: bytes, contentType: "message/rfc822" });
    if (charset !== "utf-8") return await PostalMime.parse(text, options);
    const named = /<meta[^>]{1,200}charset=["']?([\w-]{1,40})/i.exec(email.html ?? "")?.[1] ?? "windows-1252";
    const patched = await PostalMime.parse(text.replace(unnamedCharset, `$1; charset=${named}`), options);
    return isMisread(patched) ? email : patched;
  } catch (thrown) {
    const message = "The message is broken: its parts are nested too deep, or its header is too long.";
    throw new EngineError("UNSUPPORTED_CONTENT", message, { cause: thrown });
  }
}

interface MessageContext {
  readonly pictures: Pictures;
  /** Its plain text marks the line ends that only keep lines short (RFC 3676). */
  readonly isFlowed: boolean;
  /** The number of messages around it. */
  readonly depth: number;
}

interface ReadMessage extends Pick<ParsedBody, "metadata" | "warnings"> {
  readonly html: string;
  /** The names of what is attached. */
  readonly attached: readonly string[];
}

/** One message, and the parts of it that are messages. */
function readText(email: Email, context: MessageContext): ReadMessage & { readonly forwarded: readonly Attachment[] } {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  const savedFrom = header("snapshot-content-location");
  const { html, shown } = textHtml(email, context, savedFrom);
  const forwarded = email.attachments.filter(
    ({ rfc822DepthExceeded: isMessage }) => isMessage === true && context.depth < maxForwards,
  );
  const attached = email.attachments.filter(
    (attachment) => !shown.has(attachment) && attachment.related !== true && !forwarded.includes(attachment),
  );
  const names = attached.map(({ filename, mimeType }) => filename ?? mimeType);
  const list = attached.map(({ content }, index) => `<li>${escapeHtml(names[index] ?? "")} (${sizeOf(content)})</li>`);
  const title = email.subject?.trim();
  return {
    html: [
      savedFrom === undefined ? headHtml(email, context.depth) : "",
      html,
      list.length === 0 ? "" : `<p>Attachments:</p><ul>${list.join("")}</ul>`,
    ].join(""),
    metadata: given({
      title,
      author: savedFrom === undefined ? nameOf(email.from) : undefined,
      publishedTime: isoDate(email.date),
      language: header("content-language"),
    }),
    attached: names,
    forwarded,
    warnings: html === "" && forwarded.length === 0 ? [emptyWarning(email)] : [],
  };
}

/** The text as HTML, and the attachments that it shows. */
function textHtml(
  email: Email,
  { pictures, isFlowed }: MessageContext,
  savedFrom: string | undefined,
): ReturnType<typeof mailHtml> {
  const { html, text = "", attachments } = email;
  const read = html === undefined ? undefined : mailHtml(html, { attachments, pictures, base: savedFrom });
  if (read !== undefined && (read.html !== "" || text.trim() === "")) return read;
  return { html: plainMailHtml(text.replace(/\r\n?/g, "\n"), isFlowed), shown: new Set() };
}

function headHtml({ subject, from, to, cc, date }: Email, depth: number): string {
  const lines = [
    ["From", addresses(from === undefined ? [] : [from])],
    ["To", addresses(to)],
    ["Cc", addresses(cc)],
    ["Date", isoDate(date) ?? date ?? ""],
  ].filter(([, value]) => value !== "");
  const tag = `h${Math.min(6, depth + 1)}`;
  const title = subject === undefined || subject.trim() === "" ? "" : `<${tag}>${escapeHtml(subject.trim())}</${tag}>`;
  if (lines.length === 0) return title;
  return `${title}<p>${lines.map(([name, value]) => `${name}: ${escapeHtml(value ?? "")}`).join("<br>")}</p>`;
}

const nameOf = (address: Address | undefined): string | undefined =>
  address === undefined || address.name === "" ? address?.address : unquoted(address.name);

/** Some programs encode a name together with its quotation marks. */
const unquoted = (name: string): string => /^"(.+)"$/.exec(name)?.[1] ?? name;

/** Most addresses and broken messages that are named one by one. */
const maxNamed = 20;

function addresses(list: readonly Address[] = []): string {
  const mailboxes = list.flatMap((address): readonly Mailbox[] => address.group ?? [address as Mailbox]);
  const named = mailboxes
    .slice(0, maxNamed)
    .map(({ name, address }) => (name === "" ? address : `${unquoted(name)} (${address})`));
  return [...named, ...(mailboxes.length > maxNamed ? [`and ${mailboxes.length - maxNamed} more`] : [])].join(", ");
}

function sizeOf(content: ArrayBuffer | Uint8Array | string): string {
  const bytes = typeof content === "string" ? content.length : content.byteLength;
  return bytes < 1024
    ? `${bytes} bytes`
    : `${new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(bytes / (bytes < 1024 ** 2 ? 1024 : 1024 ** 2))} ${bytes < 1024 ** 2 ? "KB" : "MB"}`;
}

function attachmentWarnings(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const count = names.length === 1 ? "1 attachment is" : `${names.length} attachments are`;
  return [`${count} named, but not read: ${listOfNames(names)}.`];
}

const emptyWarning = ({ attachments }: Email): string =>
  attachments.some(({ mimeType }) => /^application\/(?:pgp-encrypted|(?:x-)?pkcs7-mime)$/.test(mimeType))
    ? "The message is encrypted, so that its text can't be read."
    : "The message has no text.";
