import type { PageIdentity, StructuredNode } from "../../../page/structured/index.ts";
import { lettersAndDigits } from "../../../text/letters-and-digits.ts";
import { functionWords, wordsOf } from "../../../text/words.ts";

/** What nearly every page of a site describes beside its own subject. */
const siteTypes: ReadonlySet<string> = new Set(
  "WebSite Organization Corporation NewsMediaOrganization OnlineStore OnlineBusiness Person BreadcrumbList ListItem ImageObject SearchAction SiteNavigationElement WPHeader WPFooter WPSideBar".split(
    " ",
  ),
);

/** What is said about the subject of a page: by others, or as a part of it. */
const remarkTypes: ReadonlySet<string> = new Set(
  "Comment UserComments Review UserReview CriticReview Answer Rating AggregateRating InteractionCounter".split(" "),
);

const describesSite = ({ types }: StructuredNode): boolean =>
  types.length > 0 && types.every((type) => siteTypes.has(type));
const isRemark = ({ types }: StructuredNode): boolean => types.some((type) => remarkTypes.has(type));

/**
 * True if a thing may be what a page is about: it stands in the content of the page, and the page's address, headings and
 * titles don't say otherwise. The site, its owner, an author or a comment are it only where the page says so. Pure.
 */
export function maySubject(node: StructuredNode, page: PageIdentity): boolean {
  if (node.isBeside === true) return false;
  const isKnown = page.names.length > 0 || page.title !== undefined;
  const agrees = agreement(node, page);
  return describesSite(node) || isRemark(node) ? agrees === true || !isKnown : agrees !== false;
}

/** True if a thing is told by its type, and may stand on the page for itself: not one of another page that is recommended here. */
export function mayBeNamed(node: StructuredNode, page: PageIdentity): boolean {
  if (isRemark(node)) return true;
  return node.isBeside !== true && (describesSite(node) || agreement(node, page) !== false);
}

/** Undefined if neither name nor address tells. */
function agreement(node: StructuredNode, page: PageIdentity): boolean | undefined {
  const names = textsAt(node, ["name", "headline", "alternateName", "title"]);
  const pageNames = describesSite(node) && page.names.length > 0 ? page.names : [...page.names, page.title ?? ""];
  const isNamedAlike = names.some((name) =>
    pageNames.some((pageName) => lettersAndDigits(name) === lettersAndDigits(pageName)),
  );
  if (isNamedAlike) return true;
  const own = isRemark(node) ? undefined : isAtAddress(node, page);
  if (own !== undefined) return own;
  const known = pageNames.filter((name) => name !== "");
  if (names.length === 0 || known.length === 0) return undefined;
  return names.some((name) => known.some((pageName) => sharesWords(name, pageName)));
}

/** True if a thing's address is the page's, false if it is that of another page; the site's own address tells nothing. */
function isAtAddress(node: StructuredNode, { addresses }: PageIdentity): boolean | undefined {
  const pages = addresses.flatMap((address) => placeOf(address));
  const own = textsAt(node, ["url", "mainEntityOfPage", "@id"]).flatMap((address) => placeOf(address, addresses[0]));
  // Everything on the page may have an address with a fragment of its own.
  if (own.some((place) => pages.some((page) => place.address === page.address))) return true;
  const stated = textsAt(node, ["url", "mainEntityOfPage"]).flatMap((address) => placeOf(address, addresses[0]));
  const leadsAway = stated.every(({ path }) => path !== "" && pages.every((page) => page.path !== path));
  return leadsAway && stated.length > 0 && pages.length > 0 ? false : undefined;
}

interface Place {
  readonly path: string;
  /** Its path, query and fragment. */
  readonly address: string;
}

/** Where an address leads on its site: a site has several hosts, and a page may name itself by any. */
function placeOf(address: string, base?: string): readonly Place[] {
  const url = URL.parse(address, base);
  if (url === null) return [];
  const path = url.pathname.replace(/\/+$/, "");
  return [{ path, address: `${path}${url.search}${url.hash}` }];
}

function textsAt({ properties }: StructuredNode, names: readonly string[]): readonly string[] {
  return names.flatMap((name) =>
    [properties[name]].flat().filter((value): value is string => typeof value === "string" && value.trim() !== ""),
  );
}

/** Names have this many words at most that are compared. */
const maxWords = 60;
/** Names of one thing share more than this part of the shorter one's words: `Acme Chair` is not `Acme Lamp`. */
const sharedPart = 0.5;

function sharesWords(one: string, other: string): boolean {
  const [ours, theirs] = [telling(one), telling(other)];
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  return shared > sharedPart * Math.min(ours.size, theirs.size);
}

function telling(name: string): ReadonlySet<string> {
  const words = wordsOf(name.slice(0, 500)).slice(0, maxWords);
  const own = words.filter((word) => !functionWords.has(word));
  return new Set(own.length === 0 ? words : own);
}
