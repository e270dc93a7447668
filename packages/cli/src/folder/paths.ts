import { createHash } from "node:crypto";

/** Bytes: file systems take 255, and what makes a name differ from others is added. */
const maxSegmentBytes = 180;
/** Characters of a path below the folder; systems take some thousand in all. */
const maxPathLength = 800;
/** Names that Windows keeps for devices, whatever stands behind a dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const pageExtension = /\.(html?|xhtml|php|aspx?|jsp|md|pdf)$/i;

/**
 * The path of a page's file in the folder of a crawl: its path on the site, made safe for all file systems; pages of
 * other hosts below their host's name; a query as a short hash. The path never leaves the folder. Pure.
 */
export function pagePath(url: string, home: string): string {
  const { host, pathname, search } = new URL(url);
  const segments = pathname.split("/").filter((part) => part !== "");
  const last = pathname.endsWith("/") || segments.length === 0 ? "index" : (segments.pop() ?? "index");
  const suffix = search === "" ? "" : `-${shortHash(search)}`;
  const name = `${safeSegment(last.replace(pageExtension, ""))}${suffix}.md`;
  const above = host === new URL(home).host ? [] : [safeSegment(host)];
  const path = [...above, ...segments.map(folderName), name].join("/");
  return path.length <= maxPathLength ? path : [...above, `long-${shortHash(pathname)}`, name].join("/");
}

/** No folder may stand where the file of a page would. */
function folderName(segment: string): string {
  return safeSegment(segment).replace(/\.md$/i, "-md");
}

/** The same for a picture: below `assets`, named by its URL, with its own extension. Pure. */
export function assetPath(url: string): string {
  const extension = /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)$/i.exec(new URL(url).pathname)?.[0].toLowerCase() ?? "";
  return `assets/${shortHash(url, 16)}${extension}`;
}

/** The same for paths that some file systems confuse: those that differ in case, or in how an accent is composed. */
export function pathKey(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** Another path for a page, if its own is taken by one that differs only in case, accents or escapes. Pure. */
export function otherPath(path: string, url: string): string {
  return path.replace(/\.md$/, `-${shortHash(url)}.md`);
}

/** A few characters that stand for a text. Pure. */
export function shortHash(text: string, length = 8): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

function safeSegment(segment: string): string {
  const readable = decoded(segment)
    // oxlint-disable-next-line no-control-regex -- file systems don't bear them
    .replaceAll(/[<>:"/\\|?*\u0000-\u001f\u007f]/g, "-")
    .replace(/[. ]+$/, "");
  const short =
    Buffer.byteLength(readable) > maxSegmentBytes ? `${readable.slice(0, 55)}-${shortHash(segment)}` : readable;
  return /^\.*$/.test(short) || reserved.test(short) || short.startsWith(".")
    ? `-${short.replaceAll(".", "-")}`
    : short;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
