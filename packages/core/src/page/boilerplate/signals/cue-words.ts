import type { Element } from "domhandler";

/** Attributes whose words tell an element's purpose. */
export const namingAttributes = [
  "class",
  "id",
  "role",
  "itemprop",
  "itemtype",
  "data-testid",
  "data-component",
  "aria-label",
] as const;
const longestAttribute = 300;
/** Letters up to where others stop or a small letter meets a capital. */
const namePart = /(?:(?![a-z][A-Z])\p{L})*\p{L}/gu;

/** The words of a page's names. Names repeat a lot, in attributes and from stage to stage, so each is read once. */
export type KnownNames = Map<string, readonly string[]>;

/** The words in a class or another name, as {@link cueWords} reads them. */
export function readNames(names: string, known: KnownNames): readonly string[] {
  let words = known.get(names);
  if (words === undefined) known.set(names, (words = wordsIn(names)));
  return words;
}

/**
 * The words an author named an element with: whole class tokens (`entry-content`) and their parts (`entry`, `content`),
 * never substrings of a part, so that `gridlayout` is not an `ad` and `head` is not a `header`. Lower case, no repeats.
 */
export function cueWords(element: Element, known: KnownNames = new Map()): readonly string[] {
  let first: readonly string[] | undefined;
  let all: string[] | undefined;
  for (const name of namingAttributes) {
    const value = name === "id" ? ownId(element) : element.attribs[name];
    if (value === undefined || value === "") continue;
    const words = readNames(value, known);
    if (first === undefined) first = words;
    else for (const word of words) addWord(word, (all ??= [...first]));
  }
  return all ?? first ?? none;
}

const none: readonly string[] = [];

/** The id of an element as far as it names the element: that of an anchor which leads nowhere names a place in the page. */
export const ownId = ({ name, attribs }: Element): string | undefined =>
  name === "a" && attribs["href"] === undefined ? undefined : attribs["id"];

/** The names of the rows of members (Doxygen), by a hash, or by the class that they are inherited from: they say nothing of the page. */
const memberName =
  /^(?:(?:memitem|memdesc|separator):|(?:(?:pub|pro|pri|pac)_[a-z_]+|related|friends|properties|signals|events)_(?:class|struct|union|interface|protocol|category|exception|namespace)[A-Z_\d])/;

function wordsIn(names: string): readonly string[] {
  const words: string[] = [];
  for (const token of tokensOf(names.slice(0, longestAttribute))) {
    const parts = memberName.test(token) ? none : partsOf(token);
    for (const part of parts) addWord(part, words);
    if (parts.length > 1) addWord(parts.join("-"), words);
  }
  return words;
}

/** Most names are one token, which takes no pattern. */
const tokensOf = (names: string): readonly string[] => (/\s/.test(names) ? names.split(/\s+/) : [names]);

const beyondAscii = /[^\0-\x7f]/;

/**
 * The parts of a token of more than one letter, lower case. Nearly all are ASCII, and a loop takes a fifth of the time of the
 * pattern.
 */
function partsOf(token: string): readonly string[] {
  if (beyondAscii.test(token)) {
    const all = token.match(namePart) ?? none;
    return all.filter((part) => part.length > 1).map((part) => part.toLowerCase());
  }
  const parts: string[] = [];
  let start = 0; // of the part that is being read
  let isBehindSmall = false;
  let hasCapital = false;
  for (let at = 0; at <= token.length; at += 1) {
    const code = token.charCodeAt(at);
    const isSmall = code >= 0x61 && code <= 0x7a;
    const isCapital = code >= 0x41 && code <= 0x5a;
    if (!isSmall && (!isCapital || isBehindSmall)) {
      if (at > start + 1) parts.push(hasCapital ? token.slice(start, at).toLowerCase() : token.slice(start, at));
      start = isCapital ? at : at + 1;
      hasCapital = false;
    }
    hasCapital ||= isCapital;
    isBehindSmall = isSmall;
  }
  return parts;
}

function addWord(word: string, words: string[]): void {
  if (!words.includes(word)) words.push(word);
}

/** The different ones of the first few words of a short text, lower case. */
export function leadingWords(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  if (beyondAscii.test(text)) return new Set((lower.match(/\p{L}+|©/gu) ?? []).slice(0, maxLeadingWords));
  const words = new Set<string>();
  let [start, count] = [0, 0];
  for (let at = 0; at <= lower.length && count < maxLeadingWords; at += 1) {
    const code = lower.charCodeAt(at);
    if (code >= 0x61 && code <= 0x7a) continue;
    if (at > start) {
      words.add(lower.slice(start, at));
      count += 1;
    }
    start = at + 1;
  }
  return words;
}

const maxLeadingWords = 14;

/** Purposes of elements, as far as their names tell them. */
export const concepts = {
  navigation: "nav navigation navbar menu menubar submenu toc tabs tablist tab sitemap",
  breadcrumb: "breadcrumb breadcrumbs crumbs crumb",
  pager: "pagination pager paging paginator pagenav next prev previous",
  header: "header masthead topbar head banner",
  footer: "footer foot colophon contentinfo bottom copyright legal",
  sidebar: "sidebar aside side rail complementary secondary widget widgets",
  related:
    "related recommended recommendations recommendation recirc similar more popular trending suggested also latest recent readnext upsell outbrain taboola",
  share: "share sharing social socials follow sharedaddy addthis",
  newsletter: "newsletter subscribe subscription signup optin mailing",
  advert: "ad ads advert advertisement adsense sponsor sponsored promo promotion promoted dfp cta",
  overlay: "modal popup overlay dialog drawer lightbox toast tooltip offcanvas flyout alertdialog",
  consent: "cookie cookies consent gdpr privacy onetrust cookiebot",
  login: "login signin register account cart wishlist",
  search: "search searchbox filter filters facet facets sort sorting",
  comment: "comment comments commentlist disqus discussion reply replies respond",
  post: "post message messages topic thread threads answer answers question postbody forum",
  author: "author byline authors bio avatar username user contributor profile",
  meta: "meta metadata date time timestamp published posted info details tags tag category categories",
  body: "content body text article articlebody entry story prose richtext markdown copy main description",
  whole:
    "entry-content post-content article-content article-body post-body story-body main-content page-content content-body articlebody entry-body post-text",
  heading: "title headline heading subtitle caption",
  card: "card cards tile tiles item items grid list listing product products teaser result results collection",
  price: "price prices pricing cost amount sale",
  review: "review reviews rating ratings stars testimonial testimonials",
  hero: "hero jumbotron intro lead splash",
  control: "button btn buttons toolbar actions action form input select dropdown toggle control controls",
  hiddenWords: "hidden hide invisible screen-reader sr-only visually-hidden sronly collapsed",
  faq: "faq faqs accordion panel collapse details",
} as const satisfies Record<string, string>;

/** The purpose of an element, such as `navigation`. */
export type Concept = keyof typeof concepts;
export const conceptNames = Object.keys(concepts) as readonly Concept[];

const conceptOf: ReadonlyMap<string, readonly number[]> = (() => {
  const map = new Map<string, number[]>();
  conceptNames.forEach((name, index) => {
    for (const word of concepts[name].split(" ")) map.set(word, [...(map.get(word) ?? []), index]);
  });
  return map;
})();

/** The concepts that words name, as bits in the order of {@link conceptNames}. */
export function conceptBits(words: readonly string[]): number {
  let bits = 0;
  for (const word of words) for (const index of conceptOf.get(word) ?? none) bits |= 1 << Number(index);
  return bits;
}
