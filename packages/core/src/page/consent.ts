import { Element, Text, type Document, type ParentNode } from "domhandler";
import { singleSpaced } from "../text/single-spaced.ts";
import { removeNodes } from "./remove-nodes.ts";
import type { Removal } from "./boilerplate/outcome.ts";

/** Subjects of consent banners, in the languages of their laws and beyond. */
const subject =
  /cookie|gdpr|dsgvo|rgpd|\bprivac|datenschutz|vie privée|prywatnoś|çerez|онфиденциальн|クッキー|プライバシー|隐私|隱私|쿠키|개인정보|تعريف الارتباط|الخصوصية|עוגיות|פרטיות/i;

/** Labels of buttons in consent banners: the beginning of a short text. */
const answer =
  /^(?:yes,? )?(?:(?:i |we )?(?:accept|agree|allow|consent|understand)|got it|ok(?:ay)?$|reject|decline|deny|(?:alle[ns]? |nur |notwendige |ich )?(?:cookies )?(?:akzeptier|zustimm|verstanden|einverstanden|ablehn|stimme|erlaub)|(?:tout |je |j.)?(?:accept|refus|d.accord|autoriser|continuer sans)|(?:todas? |todos? )?(?:acept|rechaz|permitir|aceit|recus|rejeit|concord|entend)|(?:accett|rifiut|acconsent|ho capito)|(?:alle[s]? |ik ga )?(?:cookies )?(?:accepte|akkoord|weiger|toestaan)|akcept|zgadzam|odrzu|rozumiem|godkänn|acceptera|avvisa|tillad|godkend|afvis|hyväksy|souhlas|přijm|odmítn|elfogad|принять|принима|соглас|отклон|понятно|(?:tümünü )?(?:kabul|reddet)|(?:すべて)?(?:同意|承諾|許可|拒否|受け入れ|了解)|(?:全部|我)?(?:接受|同意|拒绝|拒絕|允许|知道了)|(?:모두 ?)?(?:동의|수락|허용|거부)|قبول|أوافق|موافق|رفض|אישור|מסכים|אני מסכי|דחי)/iu;

/** Names of banners by consent tools and authors. */
const bannerName =
  /(?:^|\s)(?:onetrust|cybotcookiebot|didomi|cmplz|borlabscookie|usercentrics|qc-cmp|sp_message|truste|trustarc|iubenda-cs|klaro|osano|termly|fc-consent|cky-|tarteaucitron|axeptio|moove_gdpr|hs-eu-cookie|(?:eu-?)?cookie-?(?:banner|consent|notice|bar|law|popup|message|modal)|cc-(?:window|banner)|(?:gdpr|consent|privacy)-?(?:banner|notice|consent|popup|bar|modal|manager))/i;

/** Ids of the boxes that consent tools put into a page. All settings and partners are in them: their size says nothing. */
const toolBox =
  /^(?:onetrust-(?:consent|banner|pc)-sdk|cybotcookiebotdialog|cmplz-cookiebanner-container|borlabscookiebox|clisettingspopup|cookie-law-info-bar|moove_gdpr_cookie_(?:modal|info_bar)|usercentrics-(?:root|cmp-ui)|didomi-host|qc-cmp2-container|axeptio_overlay|tarteaucitronroot)$/i;

const longest = { anonymous: 700, named: 8_000 };
const maxNodes = 600;
const maxMentions = 40;
const maxLevels = 10;
/** A larger part of the page's text is the page. */
const largestShare = 0.4;

/** Elements no banner holds. */
const content: ReadonlySet<string> = new Set(["h1", "main", "article", "table", "pre", "blockquote"]);
const machinery: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "head", "svg"]);

/**
 * Takes out requests for consent to cookies anywhere on the page: a few sentences about them with a button to
 * answer, or all that a consent tool puts in. A page about cookies stays, as it has more to say and nothing to answer.
 * Changes the document in place; linear in its size.
 */
export function removeConsentBanners(document: Document): readonly Removal[] {
  const toolBoxes = new Set<Element>();
  const mentions: Text[] = [];
  collectRequests(document, toolBoxes, mentions);
  const banners = new Set(toolBoxes);
  for (const mention of mentions) {
    if (hasAncestorIn(mention, banners)) continue;
    const banner = bannerAround(mention);
    if (banner !== undefined) banners.add(banner);
  }
  if (banners.size === 0) return [];
  const most = sizeOf(document, Infinity) * largestShare;
  const gone = [...banners]
    .map((banner) => ({ banner, characters: sizeOf(banner, Infinity) }))
    .filter(({ banner, characters }) => characters <= most || toolBoxes.has(banner));
  const reason = "asks for consent to cookies";
  const removals = gone.map(({ banner, characters }) => ({ path: pathTo(banner), reason, characters }));
  removeNodes(new Set(gone.map(({ banner }) => banner)));
  return removals;
}

/** True for a box that a consent tool puts into a page. */
export const isOfConsentTool = ({ attribs }: Element): boolean =>
  attribs["id"] !== undefined && toolBox.test(attribs["id"]);

/** Collects the boxes of consent tools, and the first mentions of cookies outside of them. */
function collectRequests(parent: ParentNode, toolBoxes: Set<Element>, mentions: Text[]): void {
  for (const child of parent.children) {
    if (child instanceof Text) {
      if (mentions.length < maxMentions && subject.test(child.data)) mentions.push(child);
    } else if (!(child instanceof Element) || machinery.has(child.name)) continue;
    else if (isOfConsentTool(child)) toolBoxes.add(child);
    else collectRequests(child, toolBoxes, mentions);
  }
}

function hasAncestorIn({ parent }: Text, elements: ReadonlySet<Element>): boolean {
  for (let holder = parent; holder instanceof Element; holder = holder.parent) if (elements.has(holder)) return true;
  return false;
}

/** The banner around a text: the smallest element with something to answer, and wrappers around only it. */
function bannerAround(mention: Text): Element | undefined {
  let banner: Element | undefined;
  let size = 0;
  let holder = mention.parent;
  for (let level = 0; level < maxLevels && holder instanceof Element; level += 1, holder = holder.parent) {
    if (holder.name === "body" || content.has(holder.name)) break;
    const isNamed = bannerName.test(holder.attribs["id"] ?? "") || bannerName.test(holder.attribs["class"] ?? "");
    const most = isNamed ? longest.named : longest.anonymous;
    const around = sizeOf(holder, most);
    const onlyWraps = banner !== undefined && around <= size * 1.2 + 30;
    if (around > most || (banner !== undefined && !onlyWraps && !isNamed)) break;
    if (!isNamed && !onlyWraps && !holdsAnswer(holder)) continue;
    banner = holder;
    size = around;
  }
  return banner;
}

/** The characters of text in an element, white space not counted; Infinity for more than `most`, or for content. */
function sizeOf(root: ParentNode, most: number): number {
  let characters = 0;
  let nodes = 0;
  const waiting: ParentNode[] = [root];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const child of parent.children) {
      if (child instanceof Text) characters += child.data.replace(/\s+/g, "").length;
      else if (child instanceof Element && !machinery.has(child.name)) {
        if (most < Infinity && (content.has(child.name) || (nodes += 1) > maxNodes)) return Infinity;
        waiting.push(child);
      }
    }
    if (characters > most) return Infinity;
  }
  return characters;
}

function holdsAnswer(parent: ParentNode): boolean {
  for (const child of parent.children) {
    if (!(child instanceof Element) || machinery.has(child.name)) continue;
    if (isAnswer(child) || holdsAnswer(child)) return true;
  }
  return false;
}

function isAnswer(element: Element): boolean {
  const { name, attribs } = element;
  const isButton = name === "button" || name === "a" || attribs["role"] === "button" || name === "input";
  if (!isButton) return false;
  const text = name === "input" ? (attribs["value"] ?? "") : shortText(element);
  return text.length <= 40 && answer.test(text);
}

function shortText(element: Element): string {
  let text = "";
  for (const child of element.children) {
    if (child instanceof Text) text += child.data;
    else if (child instanceof Element) text += shortText(child);
    if (text.length > 80) break;
  }
  return singleSpaced(text);
}

function pathTo(element: Element): string {
  const steps: string[] = [];
  for (let holder: ParentNode | null = element; holder instanceof Element && steps.length < 4; holder = holder.parent)
    steps.unshift(holder.name + (holder.attribs["id"] ? `#${holder.attribs["id"]}` : ""));
  return steps.join(" > ");
}
