import { isEndless } from "../decoding/media-type.ts";
import { isNowhere } from "../url/absolute.ts";

/** Common documents that nothing here reads, and alternatives to ask for. */
const known: Readonly<Record<string, string>> = {
  "application/msword": "Word documents of before 2007 (.doc): save it as .docx",
  "application/vnd.ms-excel": "Excel workbooks of before 2007 (.xls): save it as .xlsx",
  "application/vnd.ms-powerpoint": "PowerPoint presentations of before 2007 (.ppt): save it as .pptx",
  "application/x-ole-storage":
    "Office documents of before 2007 (.doc, .xls, .ppt): save it as .docx, .xlsx or .pptx (a message of Outlook, .msg, as text or HTML)",
  "application/x-tika-ooxml-protected": "Office documents that are locked with a password: save it without one",
  "application/vnd.apple.pages": "documents of Pages (.pages): save it as .docx or PDF",
  "application/vnd.apple.numbers": "documents of Numbers (.numbers): save it as .xlsx or PDF",
  "application/vnd.apple.keynote": "documents of Keynote (.key): save it as .pptx or PDF",
  "application/vnd.apple.iwork": "documents of Pages, Numbers and Keynote: save it as .docx, .xlsx, .pptx or PDF",
  "application/gzip": "archives of several files (.tar.gz): save the file that you want from it",
  "image/tiff": "TIFF pictures: save it as PNG, JPEG or PDF, whose text can be recognized",
  "application/vnd.ms-outlook": "messages of Outlook (.msg): save it as text or HTML",
};

/** Says in plain words that nothing reads a media type, and what would help. */
export function unreadMessage(mediaType: string, url: string): string {
  if (isEndless(mediaType))
    return `${nameOf(url)} is a stream of messages (${mediaType}) that need not end; ask for the page that shows them.`;
  const found = Object.hasOwn(known, mediaType) ? known[mediaType] : undefined;
  const parser = `give the engine a parser for ${mediaType}: \`content: { parsers }\` of createEngine`;
  const place = nameOf(url);
  return found === undefined
    ? `Nothing here reads ${mediaType} (${place}); ${parser}.`
    : `Nothing here reads ${found}, or ${parser} (${place}).`;
}

/** The address of a page, or the name of a file that has none. */
function nameOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed !== null && isNowhere(parsed) ? (parsed.pathname.split("/").at(-1) ?? url) : url;
}
