import { isNamedByAddress } from "./address-words.ts";
import { answered, isNamedMissing, pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import { shareOf, splitSentences, unquoted } from "./speech.ts";
import type { PageSurvey } from "./page-survey.ts";
import {
  addressingWording,
  explains,
  loginWording,
  lostWording,
  notFoundWording,
  priceWording,
  wording,
} from "./wording.ts";

/** Pages longer than this are about something, even if their title is "404". */
const maxCharacters = 3500;
const maxProseCharacters = 1200;
const briefProseCharacters = 500;
/** The title of a song is a small share of the page about it. */
const minWordsShare = 0.2;
/** A page that says no more than this is about nothing but its title. */
const bareProseCharacters = 120;
/** Limits for a page that says nothing else. */
const lostProseCharacters = 250;
const minLostShare = 0.35;
const maxLostLinks = 15;
const maxSections = 4;
const notFoundClass =
  /^(?:page-?|error-?|is-?|template-?|status-?|type-?|cms-?)*(?:404|not-?found|error-?404|page-?not-?found|notfound-?page|err-?404|no-?route)(?:-page|-template|-error|-index)?$/;
/** MediaWiki's box in place of a text that nobody has written. */
const wikiMarker = "noarticletext";
/** Boxes in which forums say in any language that they have no such topic, and the page that it is said on. */
const boardBoxes: readonly { readonly box: string; readonly on?: RegExp }[] = [
  { box: "message-title", on: /^section-(?:viewtopic|viewforum|memberlist)$/ }, // phpBB
  { box: "fatal_error" }, // SMF
  { box: "elerror" }, // Invision Community
];
const notFoundPath =
  /\/(?:404|not-?found|page-?not-?found|error\/?404|404error|errors?\/(?:not-?found|404))(?:\.\w+|\/|$)/;

interface Sign {
  readonly weight: number;
  /** True if it lies in the markup or the address: an article about errors has the same words. */
  readonly isMark: boolean;
  readonly words: string;
}

/**
 * Finds "not found" pages that are served with a friendly status. Single signs prove nothing (articles about errors
 * carry them too), so their weights are added up and the page must be short. A real 404 is not soft: its status says it.
 */
export function findSoft404(facts: VerdictFacts): Judgement | undefined {
  const { page } = facts;
  if (facts.status >= 400) return undefined;
  const gone = goneGoods(facts);
  if (gone !== undefined) return { verdict: "soft-404", reason: `${answered(facts)}the heading says "${gone}"` };
  if (page.characters > maxCharacters || page.proseCharacters > maxProseCharacters) return undefined;
  const lost = lostSign(page);
  if (lost !== undefined) return { verdict: "soft-404", reason: `${answered(facts)}${lost}` };
  const section = sectionSign(page);
  const signs = signsOf(facts, section);
  const weight = signs.reduce((sum, sign) => sum + sign.weight, 0);
  const needed = page.proseCharacters <= briefProseCharacters ? 3 : 4;
  if (weight < needed || !signs.some((sign) => sign.weight > 1)) return undefined;
  const isCertain = signs.some(({ isMark }) => isMark) || (section !== undefined && !explains(page));
  if (!isCertain && speaksOfErrors(facts)) return undefined;
  return {
    verdict: "soft-404",
    reason: `${answered(facts)}${signs.map((sign) => sign.words).join(", ")}`,
  };
}

/** "This product", at the beginning of a heading. */
const theseGoods = wording(
  "^(?:(?:sorry|we're sorry|unfortunately|leider|désolé|lo sentimos|hélas|przykro nam|desculpe|spiacenti|helaas|к сожалению|за съжаление|beklager|tyvärr|valitettavasti|bohužel|sajnos|din păcate|δυστυχώς|maalesef|عذرا|מצטערים|rất tiếc|maaf)[,.:!،]? (?:but )?)?(?:this|the (?:requested )?|dieser?s?|das|cet?|le|esta?e?|el|o|quest[oa]|il|dit|het|t?en|этот|данный|цей|този|denna|denne|den(?:na)? här|dette|tämä|tento|ez a|az|acest|αυτό το|το|bu|هذا|المنتج|ה|sản phẩm|produk|ovaj|ta|šis|see|овој|овај) ?(?:product\\b|item\\b|article\\b|produ[ck]?t\\p{L}*|produit|artikel\\p{L}*|artículo|artigo|articolo|prodotto|artykuł|товар|продукт|артикул|виріб|vara\\p{L}*|vare\\p{L}*|tuote|výrobek|výrobok|zboží|termék|produs\\p{L}*|προϊόν|ürün|منتج|المنتج|מוצר|này|ini|proizvod|izdelek|toode|prekė|prece|производ)",
  "^(?:この|こちらの)(?:商品|製品)|^(?:该|此|本|這個|这个)(?:商品|产品|產品|宝贝)|^(?:이|해당) ?(?:상품|제품)|^สินค้านี้|^यह (?:उत्पाद|प्रोडक्ट)",
);
/** It is offered no longer. What is out of stock may come back. */
const offeredNoLonger = wording(
  "(?:no longer|not|n't) (?:\\p{L}+ )?(?:available|offered|sold|made|in our (?:range|shop|catalogue))|discontinued|nicht mehr|eingestellt|n'est plus|ne se fait plus|(?:ya no|no) (?:está |se )|descatalogad|não (?:está mais|é mais)|(?:já|mais) (?:disponível|não)|descontinuad|non (?:è|viene) più|niet (?:meer|langer)|nie jest już|już (?:nie|niedostępn)|wycofan|больше не|снят|більше не|вече не|спрян|inte längre|utgått|ikke længere|ikke lenger|udgået|utgått|ei (?:ole )?enää|poistunut|již (?:není|neprodáv)|už (?:není|nie je|sa nepredáva)|nincs már|már nem|megszűnt|nu mai|δεν (?:είναι|διατίθεται|πωλείται) (?:πλέον|πια)|πλέον|artık|لم يعد|غير متوفر|אינו|לא נמכר|כבר לא|không còn|ngừng|tidak (?:lagi|dijual)|više (?:nije|se ne)|ni več|ne .{0,20}več|повеќе не|више (?:није|се не)",
  "取り扱いを終了|販売(?:を)?終了|取扱(?:い)?終了|已下架|停售|不再|판매(?:가)? ?(?:종료|중단)|단종|เลิกจำหน่าย|ไม่มีจำหน่าย|अब .{0,20}नहीं",
);
/** Longest such heading, longest text below it before anything else, and the longest page. */
const maxGone = { heading: 90, below: 250, characters: 12_000 };

/** The heading that says that the goods are no longer offered, on a page that is about none, whatever it offers instead. */
function goneGoods(facts: VerdictFacts): string | undefined {
  const { page, jsonLd } = facts;
  const main = page.sections.find(({ level }) => level === 1);
  if (main === undefined || page.characters > maxGone.characters || main.heading.length > maxGone.heading)
    return undefined;
  if (!theseGoods.test(main.heading) || !offeredNoLonger.test(main.heading) || /[?？؟]/.test(main.heading))
    return undefined;
  const [below = ""] = main.blocks;
  // Goods that are still described have a name, a price or a longer text.
  if (below.length > maxGone.below || priceWording.test(below) || JSON.stringify(jsonLd).includes('"Product"'))
    return undefined;
  return isNamedByAddress(facts) || explains(page) ? undefined : main.heading;
}

/** The casual wording, on a page that adds no more than the way on. */
function lostSign(page: PageSurvey): string | undefined {
  if (page.proseCharacters > lostProseCharacters || page.links > maxLostLinks || page.fields > 1) return undefined;
  const said = lostWording.exec(unquoted(page.text))?.[0].trim();
  // Goods with a price are there, even if they are sold out.
  if (said === undefined || explains(page) || page.ownSentences.some((sentence) => priceWording.test(sentence)))
    return undefined;
  return shareOf(page, lostWording, notFoundWording, addressingWording) >= minLostShare &&
    shareOf(page, lostWording) >= minWordsShare
    ? `the page says little but "${said.slice(0, 80)}"`
    : undefined;
}

/** True if a page, with no sign but its words, is more likely about errors: a manual, an article, a dictionary. */
function speaksOfErrors({ page, content, requestedUrl }: VerdictFacts): boolean {
  if (isNamedMissing(requestedUrl) || explains(page)) return true;
  // Where the main content is known, what the site has around it says nothing.
  const { proseCharacters, text, sentences, sections } = content ?? page;
  const saysLittle =
    shareOf({ sentences }, notFoundWording, addressingWording) < minWordsShare && !isToldSo({ sections });
  if (proseCharacters > bareProseCharacters && saysLittle) return true;
  return proseCharacters > briefProseCharacters && !addressingWording.test(text);
}

/** True if the text right below such a heading tells the visitor that the page is not there. */
const isToldSo = ({ sections }: Pick<PageSurvey, "sections">): boolean =>
  sections.some(({ heading, blocks: [first = ""] }) => {
    const [sentence = ""] = splitSentences(first);
    return [notFoundWording.test(heading), notFoundWording.test(sentence), addressingWording.test(sentence)].every(
      Boolean,
    );
  });

function signsOf({ page, url, requestedUrl }: VerdictFacts, section: string | undefined): readonly Sign[] {
  const signs: Sign[] = [];
  const add = (weight: number, words: string | undefined, isMark = false) =>
    words !== undefined && signs.push({ weight, words, isMark });
  const asked = pathOf(requestedUrl);
  const titled = said("the title", page.title);
  const headed = page.headings.map((heading) => said("a heading", heading)).find((sign) => sign !== undefined);
  if (titled !== undefined) add(titled.weight, titled.words);
  if (headed !== undefined) add(headed.weight, headed.words);
  add(...textSign(page));
  add(3, section);
  const isNamed = [page.title, ...page.headings].some((head) =>
    /\p{L}{2}/u.test(notFoundWording.exec(head)?.[0] ?? ""),
  );
  add(1, isNamed && page.proseCharacters <= bareProseCharacters ? "there is hardly any text" : undefined);
  add(2, missingMark(page), true);
  add(3, page.markers.has(wikiMarker) ? "the wiki has no text for this title" : undefined, true);
  add(3, boardMark(page), true);
  add(
    3,
    page.metas.get("prerender-status-code") === "404" ? "it declares the status 404 for prerendering" : undefined,
    true,
  );
  add(3, notFoundPath.test(pathOf(url)) && !notFoundPath.test(asked) ? `it leads to ${pathOf(url)}` : undefined, true);
  add(1, /noindex/.test(page.metas.get("robots") ?? "") ? "it asks not to be indexed" : undefined);
  add(1, pathOf(url) === "/" && asked.length > 1 ? "it leads to the home page" : undefined);
  return signs;
}

/** The box of a forum's message, unless that asks to sign in. */
function boardMark({ shownMarkers, pageClasses, text }: PageSurvey): string | undefined {
  const found = boardBoxes.find(
    ({ box, on }) => shownMarkers.has(box) && (on === undefined || [...pageClasses].some((name) => on.test(name))),
  );
  return found === undefined || loginWording.test(text) ? undefined : `the forum answers with a message (${found.box})`;
}

/** Smallest share of text about the missing page for this to be all that the page says. */
const minShare = 0.4;

function textSign(page: PageSurvey): [weight: number, words: string | undefined] {
  const words = notFoundWording.exec(unquoted(page.text))?.[0].trim();
  if (words === undefined) return [0, undefined];
  const isAll = page.proseCharacters <= briefProseCharacters && sharesMost(page);
  return isAll ? [3, `the page says little but "${words.slice(0, 80)}"`] : [1, `the text says "${words.slice(0, 80)}"`];
}

/** Among labels and addresses around it, the message may be all that is said in whole sentences, below no other heading. */
function sharesMost(page: PageSurvey): boolean {
  if (shareOf(page, notFoundWording) >= minShare) return true;
  if (page.headings.some((heading) => heading !== "" && !notFoundWording.test(heading))) return false;
  const sentences = page.sentences.filter((sentence) => /[.!?。！？]\s*$/.test(sentence));
  return shareOf({ sentences }, notFoundWording) >= minSectionShare;
}

/** A section with more words is about something, and so is a page with a longer paragraph anywhere. */
const longestSection = 200;
const longestHeading = 40;
const minSectionShare = 0.6;

/** The one section that reports the page missing, among boxes of other things the site has. */
function sectionSign(page: PageSurvey): string | undefined {
  if (page.sections.some(({ blocks }) => blocks.some(({ length }) => length > longestSection))) return undefined;
  const missing = page.sections.slice(0, maxSections).find(({ heading, blocks }) => {
    const length = blocks.reduce((sum, block) => sum + block.length, 0);
    if (heading.length > longestHeading || length === 0 || length > longestSection) return false;
    const sentences = blocks.flatMap(splitSentences).map(unquoted);
    return shareOf({ sentences }, notFoundWording) >= minSectionShare;
  });
  return missing === undefined ? undefined : `a section says nothing but "${(missing.blocks[0] ?? "").slice(0, 80)}"`;
}

/** A long title that holds the words may be that of a manual. */
function said(where: string, text: string): Pick<Sign, "weight" | "words"> | undefined {
  if (text.length > 2000) return undefined;
  const parts = text.split(/ [|\u2013\u2014•·-] /);
  const found = parts.flatMap((part) => {
    const words = notFoundWording.exec(part)?.[0].trim();
    return words === undefined ? [] : [{ words, isMost: words.length >= part.length / 2 }];
  });
  const best = found.find(({ isMost }) => isMost) ?? found[0];
  return best && { weight: best.isMost ? 2 : 1, words: `${where} says "${best.words.slice(0, 80)}"` };
}

/** The name of a missing page that a theme gave to the body. */
export function missingMark(page: PageSurvey): string | undefined {
  const found = [...page.pageClasses].find((name) => notFoundClass.test(name));
  return found === undefined ? undefined : `the page is marked "${found}"`;
}
