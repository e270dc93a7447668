import { isNamedByAddress } from "./address-words.ts";
import { isOfAge } from "./named-box.ts";
import type { VerdictFacts } from "./facts.ts";
import type { LikelyMessage } from "./messages.ts";
import { missingMark } from "./soft-404.ts";

/** Names that themes give to the body of a page in the place of a whole site. */
const ofWork =
  /^(?:(?:is|in|page|site|mode|template|body)-)*(?:maintenance(?:-?(?:mode|page))?|under-?maintenance|coming-?soon(?:-?(?:page|mode))?|under-?construction|site-?offline)$/;

/** The address of a page about a session that is over: forms of some servers are sent to the page that they stand on. */
const ofSession =
  /(?<![a-z])session[-_]?(?:time(?:d-?)?-?out|expired?|ended|lost)(?:\.(?:aspx?|jsp|do|action|php|html?))?$/m;

/**
 * A sign that agrees with what a page is suspected of, and that has nothing to do with its words: what the author named the
 * body of the page, or the box with these words, or what firewalls tell about a request. A doubt becomes a verdict by it.
 */
export function agreeingSign({ kind, said }: LikelyMessage, facts: VerdictFacts): string | undefined {
  const { page, requestedUrl } = facts;
  const [session] = ofSession.exec(page.resources) ?? [];
  if (session !== undefined) return `its form is sent to "${session}"`;
  if (kind === "paywall" || kind === "login-wall")
    return marked(page.boxes.find((box) => box.kind === "paywall" && box.text.includes(said))?.name);
  // Themes also name a body after the address of its page.
  if (isNamedByAddress(facts)) return undefined;
  const classes = [...page.pageClasses];
  if (kind === "soft-404") return missingMark(page);
  if (kind === "maintenance" || kind === "parked-domain") return marked(classes.find((name) => ofWork.test(name)));
  if (kind === "age-gate") return marked(classes.find(isOfAge));
  return kind === "blocked" ? toldByFirewall(page.text, requestedUrl) : undefined;
}

const marked = (name: string | undefined): string | undefined => name && `it is marked "${name}"`;

/** What firewalls tell of the request that they stopped, in any language. */
const ofRequest = [
  /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])|(?<![\da-f:])(?:[\da-f]{1,4}:){4,7}[\da-f]{1,4}(?![\da-f:])/,
  /\bmozilla\/5\.0\b/,
  /\b\d{4}-\d\d-\d\d[ t]\d\d:\d\d:\d\d\b|\b\d\d:\d\d:\d\d (?:utc|gmt)\b/,
  /(?<![\p{L}\d-])(?=[\da-f-]*\d)(?=[\d-]*[a-f])[\da-f]{8,}(?:-[\da-f]+)*(?![\p{L}\d-])/u,
];
const fewestTold = 2;

function toldByFirewall(text: string, requestedUrl: string): string | undefined {
  const told = ofRequest.filter((wording) => wording.test(text)).length;
  const { hostname, pathname } = URL.canParse(requestedUrl) ? new URL(requestedUrl) : { hostname: "", pathname: "/" };
  const isAddressTold = pathname !== "/" && text.includes(`${hostname}${pathname}`.toLowerCase());
  return told + (isAddressTold ? 1 : 0) >= fewestTold ? "it tells the request's address, number or time" : undefined;
}
