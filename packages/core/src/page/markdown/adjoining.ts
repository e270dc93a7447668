import { isTag, isText, type AnyNode, type ChildNode, type Element, type Text } from "domhandler";
import { isIcon } from "./phrases/styled.ts";
import { isRunIn } from "./run-in.ts";
import { isSpokenTwin } from "./spoken.ts";
import {
  areEntries,
  areFields,
  areLabels,
  areLettersOfIndex,
  areMeasures,
  areNamedValues,
  areSentences,
  areVersions,
  beginsWithFact,
  haveProperties,
  isAmendment,
  isBesideLine,
  isBracketedLink,
  isChangeBeside,
  isCountBehind,
  isCountOf,
  isDate,
  isExampleOf,
  isHandleBeside,
  isKicker,
  isNameBehind,
  isNumberOfLink,
  isNumberOfWord,
  isPageNumber,
  isPhoneOf,
  isTypeBeside,
  isYear,
} from "./fields.ts";
import { attribute, isBlock, isForScreenReaders, pictograph, textOf } from "./element.ts";

/** Elements that are one thing each: two in a row are two things. */
const units: ReadonlySet<string> = new Set(["button", "kbd", "label", "time"]);
/** Elements whose text belongs to the word before or after them, or is no text. */
const attached: ReadonlySet<string> = new Set(
  "code samp sub sup ruby rb rt rp math mjx-container img picture br wbr input svg iframe video audio".split(" "),
);
/** Framework classes of boxes whose children stand apart, whatever their elements. */
const layoutClass = /(?:^|\s)(?:[a-z]+:|d-)?(?:inline-)?(?:flex|grid)(?:\s|$)|(?:^|\s)[hv]stack(?:\s|$)/;
const layoutStyle = /(?:^|;)\s*display\s*:\s*(?:inline-)?(?:flex|grid)\b/i;
/** Marks that make an inline element a box. */
const boxClass = /(?:^|\s)(?:d-)?(?:inline-)?block(?:\s|$)/;
const boxStyle = /(?:^|;)\s*(?:display\s*:\s*(?:inline-)?block\b|float\s*:\s*(?:left|right))/i;
/** A letter or digit of a script that parts its words by spaces. */
const spaced =
  /^(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}]$/u;

/**
 * True if a style sheet most likely sets a node apart from the one before it where nothing in the source does, so that
 * their words would run together: `<span>Publisher</span><span>Penguin</span>`. A word marked up in parts stays whole.
 */
export function standsApart(node: ChildNode): boolean {
  if (isBehindIcon(node)) return true;
  const before = visibleBefore(node);
  if (before === null || !(isTag(node) || isTag(before))) return false;
  const [left, right] = [edgeOf(before, "lastChild"), edgeOf(node, "firstChild")];
  if (isBlank(right)) return false;
  if (isPartingSign(node, right)) return true;
  const isPair = isTag(node) && isTag(before);
  if (isPair && isTagOfName(before)) return spaced.test(right);
  if (isBlank(left)) return isPair && isTypeBeside(before, node);
  if (isUnseen(before, "lastChild") || isUnseen(node, "firstChild"))
    return !opens.test(left) && (!closes.test(right) || beginsPath(node));
  if (isPartingSign(before, left) || isRunIn(before, node)) return true;
  if (isPair && (areComponents(before, node) || isIcon(before) || isIcon(node)))
    return !opens.test(left) && !closes.test(right);
  if ([before, node].some((part) => isTag(part) && part.name === "label") && !opens.test(left) && spaced.test(right))
    return true;
  if (left === ":") return (isTag(before) ? isFieldName(before, isPair) : isNameInText(before)) && begins.test(right);
  if (isSignBefore(before, left)) return spaced.test(right);
  if (isPair && ((/["”»]/.test(left) && /["“«]/.test(right)) || (/[★☆]/.test(left) && /\d/.test(right)))) return true;
  if (isPair && /\d/.test(left) && /\p{Emoji_Presentation}/u.test(right)) return true;
  if (isSentenceOrFact(before, node, { left, right })) return true;
  if (right === "(" && isTag(node) && (isTag(before) ? isCountOf(node, before) : isCountBehind(node, left)))
    return true;
  if (isPair && areMeasures(before, node)) return true;
  if (isPair && /[(+−-]/.test(right) && (isChangeBeside(before, node) || isPhoneOf(before, node))) return true;
  if (isPair && right === "/") return httpMethod.test(textOf(before, 8).trim().toUpperCase());
  if (isTag(before) && httpMethod.test(textOf(before, 8)) && /\p{Lu}/u.test(right)) return true;
  if (isPair && (areSentences(before, node) || /^[—–]\s/.test(textOf(node, 3)))) return true;
  if (isPair && right === "@") return spaced.test(left) && isHandleBeside(before, node);
  if (isPair && /[$€£¥#]/.test(right))
    return spaced.test(left) && (isValueBeside(before, node) || isLaidOut(node.parent));
  if (isPair && right === "[") return isNumberOf(before, node) || isBracketedLink(node);
  if (isPair && /["“«‘]/.test(right)) return isExampleOf(before, node);
  if (!spaced.test(right)) return false;
  if (isPair && areEntries(before, node)) return true;
  if (/[%+°'’′]/.test(left)) return isPair && (isFigureOf(before, node) || areVersions(before, node));
  if (left === ")" && isTag(before) && (isAside(before, node) || (isPair && areTwoLinks(before, node)))) return true;
  if (/[\].)]/.test(left))
    return isPair
      ? isNumberOf(before, node) || isNameBehind(before, node)
      : isTag(before) && (isPageNumber(before) || (isText(node) && isNumberOver(before, node)));
  if (!spaced.test(left)) return false;
  if (isText(before) && isTag(node) && (isBesideLine(node) || isCount(before, node))) return true;
  if (isTag(node) && isYear(node) && (/\p{Ll}/u.test(left) || (isTag(before) && isYear(before)))) return true;
  if (isText(node) && isTag(before) && isTitleOver(before, node)) return true;
  if (isPair && (node.name === before.name ? units.has(node.name) : hasTime(before, node))) return true;
  if (isPair && (isCorrection(before, node) || areTags(before, node))) return true;
  if (isPair && (areFields(before, node) || areNamedValues(before, node))) return true;
  if (isPair && (haveProperties(before, node) || isNumberOfWord(before, node))) return true;
  if (isPair && isNumberOfLink(before, node)) return true;
  if (isPair && (isConjunction(before, node) || isConjunction(node, before))) return true;
  if (isPair && (areLettersOfIndex(before, node) || areLabels(before, node))) return true;
  if (isTag(node) && isChip(node) && (!isSingle(before) || (isTag(before) && isChip(before)))) return true;
  if (isSingle(before) || isSingle(node)) return false;
  if (isLaidOut(node.parent) || hasMargin(before, "right") || hasMargin(node, "left")) return true;
  if (!isPair)
    return isText(before) && isTag(node) && (isNameAfter(before, node) || isChip(node) || isSmallPrint(before, node));
  return [before, node].some((part) => isMarked(part, boxClass, boxStyle)) || areTwoThings(before, node);
}

interface Edges {
  readonly left: string;
  readonly right: string;
}

/** True for a sentence behind another, and for a date or a telephone beside words. */
const isSentenceOrFact = (before: ChildNode, node: ChildNode, { left, right }: Edges): boolean =>
  (/[.!?…)%]/.test(left) && beginsClause.test(textOf(node, 80))) ||
  (/[!?]/.test(left) && /\p{Lu}/u.test(right) && isTag(before) && isTag(node)) ||
  (/\p{L}/u.test(left) && beginsWithFact(node)) ||
  (isTag(before) && /[\p{L}\p{N}]/u.test(right) && isDate(before));

/** True for a number, a time or a word in capitals over the text that it stands before. */
const isTitleOver = (title: Element, text: Text): boolean =>
  isNumberOver(title, text) ||
  isTimeBefore(title, text) ||
  isAmendment(title) ||
  (isKicker(title) && beginsSentence.test(text.data));

/** Classes of fonts of icons, and of drawings that are called so. */
const iconClass = /(?:^|\s)(?:fa[bdlrs]?|bi|icons?|glyphicon|mdi|(?:fa|bi|icon|mdi|ri|ti)-\S+)(?:\s|$)/;

/** True for what follows the icon that parts it from the text before: `Main St 5<i class="bi bi-clock"></i>9–5`. */
function isBehindIcon(node: ChildNode): boolean {
  const { prev } = node;
  if (prev === null || !isTag(prev) || !/^(?:i|span)$/.test(prev.name) || prev.children.length > 0) return false;
  if (prev.prev === null || !(iconClass.test(attribute(prev, "class")) || isDrawn(prev, node))) return false;
  return spaced.test(edgeOf(prev.prev, "lastChild")) && spaced.test(edgeOf(node, "firstChild"));
}

/** True for a box without content that has a size, such as a bar of a chart, between two parts of a line. */
const isDrawn = ({ prev, attribs }: Element, node: ChildNode): boolean =>
  isTag(node) && prev !== null && isTag(prev) && /(?:^|[\s;])width\s*:/.test(attribs["style"] ?? "");

/**
 * True for a link or a part of a class of its own that has several words and begins like a sentence, behind a word: the words
 * of a button in a heading, the company behind a name.
 */
const isNameAfter = (before: Text, part: Element): boolean =>
  (/^(?:a|cite)$/.test(part.name) || (part.name === "span" && attribute(part, "class") !== "")) &&
  /\p{Ll}$/u.test(before.data) &&
  beginsSentence.test(textOf(part, 80));

const beginsSentence = /^\s*\p{Lu}\p{Ll}+(?:-\p{L}+)*[:,]?\s+\p{L}/u;
const beginsClause = /^\s*\p{Lu}\p{Ll}+(?:-\p{L}+)*[:,]?\s+[\p{L}\p{N}]/u;

/** True for words behind a number that they say more about: `29<small>per seat</small>`. */
const isSmallPrint = (before: Text, small: Element): boolean =>
  /^(?:small|span)$/.test(small.name) &&
  /\d$/.test(before.data) &&
  /^(?!(?:st|nd|rd|th)\b)\p{L}{2,}\s+\p{L}/u.test(textOf(small, 40));

/** True for a badge, by its class, and for a link in a box of its own within a line, as chats set their sources. */
const isChip = (box: Element): boolean =>
  box.name === "span" && (badgeClass.test(attribute(box, "class")) || isLinkInBox(box));

const badgeClass = /(?:^|[\s_-])(?:(?:badge|chip|pill|stab)(?:[\s_-]|$)|(?:label|tag)(?:\s|$))/i;

/**
 * True for how many there are of a year or of what a word names, by its class or where it has none:
 * `2026<span class="count">3</span>`, `Comments<span>3</span>`.
 */
const isCount = (name: Text, count: Element): boolean =>
  /(?:^|[\s_-])count(?:er)?(?:[\s_-]|$)/.test(attribute(count, "class"))
    ? /\d$|\p{L}{3}$/u.test(name.data)
    : count.name === "span" &&
      Object.keys(count.attribs).length === 0 &&
      /\p{Ll}{3}$/u.test(name.data) &&
      /^\s*\d+\s*$/.test(textOf(count, 12));

/** True for a word about a name, set as code before it (TypeDoc). */
const isTagOfName = ({ name, attribs }: Element): boolean =>
  name === "code" && /(?:^|[\s_-])tag$/.test(attribs["class"] ?? "");

const isLinkInBox = (box: Element): boolean =>
  /(?:^|\s)inline-(?:flex|block)(?:\s|$)/.test(attribute(box, "class")) && leadsWithLink(box, 3);

function leadsWithLink(element: Element, levels: number): boolean {
  const [only, ...others] = element.children;
  if (only === undefined || others.length > 0 || !isTag(only)) return false;
  return only.name === "a" || (levels > 1 && leadsWithLink(only, levels - 1));
}

/** The method of a request before what it is for: `<span>POST</span>Add a pet`. */
const httpMethod = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;

const opens = /[([{/⁄]/;
const closes = /[.,;:!?)\]}%’/⁄]/;
/** The beginning of a field's value. */
const begins = /[\p{L}\p{N}$€£¥"“[(]/u;

/** True for no character and for a space. */
const isBlank = (edge: string): boolean => edge <= " " || edge === "\u00A0";

/** True for the path of a file: its slash closes nothing. */
const beginsPath = (node: ChildNode): boolean => /^\s*\/\p{L}/u.test(isText(node) ? node.data : textOf(node, 8));

/** True if words for screen readers are at one end of a node. */
function isUnseen(node: AnyNode | null, side: "firstChild" | "lastChild"): boolean {
  if (node === null || !isTag(node)) return false;
  return isForScreenReaders(node) || isUnseen(endOf(node, side), side);
}

/** True if an element is only the sign between two parts of a line: `Ann · 2 May`. */
const isPartingSign = (node: ChildNode, edge: string): boolean =>
  /[·•›»|]/.test(edge) && isTag(node) && textOf(node, 2).length === 1;

/** True if an element is only the emoji that opens a title or a line: `<span class="icon">🚧</span>Watch out`. */
const isSignBefore = (sign: ChildNode, edge: string): boolean =>
  pictograph.test(edge) && isTag(sign) && isNamedSign(sign) && pictograph.test(textOf(sign, 8).trim());

const isNamedSign = (sign: Element): boolean =>
  attribute(sign, "class") !== "" || sign.name === "g-emoji" || attribute(sign, "role") === "img";

/** True for two elements that a script defines: what they show stands in boxes of its own. */
const areComponents = (before: Element, element: Element): boolean =>
  before.name.includes("-") && element.name.includes("-") && !attached.has(before.name) && !attached.has(element.name);

/** True for two links to what is tagged alike (HTML §4.6.6.14). */
const areTags = (before: Element, link: Element): boolean =>
  /\btag\b/.test(attribute(before, "rel")) && /\btag\b/.test(attribute(link, "rel"));

const struckNames: ReadonlySet<string> = new Set(["del", "s", "strike"]);

/** True for whole words that are struck out and those that replace them; a correction in a word stays in it. */
function isCorrection(struck: Element, added: Element): boolean {
  const isEither = (one: Element, other: Element): boolean => one.name === "ins" && struckNames.has(other.name);
  if (!isEither(added, struck) && !isEither(struck, added)) return false;
  const [before, after] = [struck.prev, added.next];
  const isInWord =
    (before !== null && spaced.test(edgeOf(before, "lastChild"))) ||
    (after !== null && spaced.test(edgeOf(after, "firstChild")));
  return !isInWord;
}

/** True for a figure, such as 99%, 500+, 21° or the minute 45', before what it is of; its sign may be an element of its own. */
function isFigureOf(figure: Element, name: Element): boolean {
  if (attribute(figure, "class") === attribute(name, "class")) return false;
  const text = textOf(figure, 12);
  if (/^\s*(?:[-+−–]?[\d.,]+\s?[KkMm]?[%+°]|\d{1,3}(?:\+\d{1,2})?['’′])$/.test(text)) return true;
  const number = visibleBefore(figure);
  return /^[%+]$/.test(text) && number !== null && /\d/.test(edgeOf(number, "lastChild"));
}

/** True if one of two parts is a date or a time, and the other is not set in it. */
const hasTime = (before: Element, element: Element): boolean => before.name === "time" || element.name === "time";

/** True for a date or the like in parentheses, an element of its own, before a name. */
const isAside = (aside: Element, node: ChildNode): boolean =>
  aside.name === "span" && /^\s*\([^()]{4,40}\)$/.test(textOf(aside, 50)) && /^\p{Lu}\p{Ll}/u.test(textOf(node, 2));

/** True if an element is the name of a field before its value, as its class or the element of the value says. */
function isFieldName(name: Element, isPair: boolean): boolean {
  if (!/^(?:span|label|small)$/.test(name.name) || name.attribs["style"] !== undefined) return false;
  const words = textOf(name, 50);
  if (attribute(name, "class") !== "") return /^\s*\p{Lu}[\p{L}\p{N} ’'()-]{0,40}:$/u.test(words);
  return (isPair ? /^\s*\p{L}[\p{L}\p{N} ’'()-]{1,40}:$/u : /^\s*\p{Lu}\p{L}{2}[\p{L}\p{N} ’'()-]{0,40}:$/u).test(
    words,
  );
}

/** True for a text that is only the name of a field: `Posted by:<a>Ann</a>`. */
const isNameInText = (before: ChildNode): boolean =>
  isText(before) && /^\s*\p{Lu}\p{L}{2,20}(?: \p{L}{1,20}){0,3}:$/u.test(before.data);

/** True if an element is the number of the heading or step that follows it: `<span class="number">1</span>Open`. */
const isNumberOver = (number: Element, { data }: Text): boolean =>
  /^\p{Lu}\p{Ll}[\p{Ll}\s]/u.test(data) &&
  (attribute(number, "class") !== "" || /^(?:b|strong)$/.test(number.name)) &&
  /^\d{1,3}(?:\.\d{1,3})*\.?$/.test(textOf(number, 12));

/** True for a word between the last two of several links: `<a>Bo</a><span>and</span><a>Cy</a>`. */
const isConjunction = (word: Element, link: Element): boolean =>
  word.name === "span" && link.name === "a" && /^(?:and|or|by|und|et|y|e|en)$/.test(textOf(word, 4));

/** True for a time, by its element or as players count it, before what was at that time. */
const isTimeBefore = (time: Element, { data }: Text): boolean =>
  (time.name === "time" || (time.name === "a" && /^\d{1,2}(?::\d\d){1,2}$/.test(textOf(time, 9)))) &&
  /^\p{Lu}|^\p{L}{3}/u.test(data);

/** True for a price beside what it is of, and for a tag beside a tag. */
function isValueBeside(before: Element, element: Element): boolean {
  const text = textOf(element, 20);
  if (text.startsWith("#")) return textOf(before, 1).startsWith("#");
  const differ = attribute(before, "class") !== attribute(element, "class") || struckNames.has(before.name);
  return /^[$€£¥]\s?\d/.test(text) && (differ || /\p{Ll}$/u.test(edgeOf(before, "lastChild")));
}

/** True if an element is a number of a class of its own before a text: `[12]`, as in lists of references, `(a)`, as in laws. */
function isNumberOf(number: Element, text: Element): boolean {
  const [one, other] = [attribute(number, "class"), attribute(text, "class")];
  if (text.name !== "cite" && (one === "" || one === other)) return false;
  const sign = textOf(number, 24).trim();
  if (/^\[[^[\]]{1,20}\]$/.test(sign)) return text.name === "cite" || other !== "";
  return (
    /^(?:\([\p{L}\p{N}]{1,5}\)|\d{1,3}\.)$/u.test(sign) &&
    /^\s*(?:\[(?:\p{Lu}\d{1,3})?)?\p{L}+,?\s+\p{L}/u.test(textOf(text, 60))
  );
}

/**
 * Two links or parts that have classes of their own, or where a new word or a number begins: no syllables, no parts of a
 * number, no emphasis in a word.
 */
function areTwoThings(before: Element, element: Element): boolean {
  const [one, other] = [attribute(before, "class"), attribute(element, "class")];
  const haveClasses = one !== "" && other !== "";
  if (areTwoLinks(before, element) || (haveClasses && before.name === "a" && element.name === "a")) return true;
  const [left, right] = [edgeOf(before, "lastChild"), edgeOf(element, "firstChild")];
  if (/\p{N}/u.test(left) && /\p{N}/u.test(right)) return false;
  const isMarkedApart =
    ![before.name, element.name].includes("a") && markAt(before, "lastChild") !== markAt(element, "firstChild");
  if (/\p{Ll}/u.test(left) && beginsSentence.test(textOf(element, 80))) return true;
  if (one + other === "" && isMarkedApart) return false;
  if (/[\p{Ll}\p{N}]/u.test(left) && /[\p{Lu}\p{N}]/u.test(right)) return true;
  return haveClasses && one !== other;
}

/** A link of several words is no part of one word, unless an editor has cut one link in two. */
const areTwoLinks = (before: Element, link: Element): boolean =>
  before.name === "a" &&
  link.name === "a" &&
  before.attribs["href"] !== link.attribs["href"] &&
  [before, link].some((either) => /\S\s+\S/.test(textOf(either, 80)));

const isLaidOut = (parent: AnyNode | null): boolean =>
  parent !== null && isTag(parent) && isMarked(parent, layoutClass, layoutStyle);

/** Classes of frameworks that keep what stands on one side of an element away (Bootstrap, Tailwind). */
const marginClasses = {
  left: /(?:^|[\s:])[mp][lsx]-[1-9]/,
  right: /(?:^|[\s:])[mp][rex]-[1-9]/,
} as const;

const hasMargin = (node: ChildNode, side: keyof typeof marginClasses): boolean =>
  isTag(node) && marginClasses[side].test(attribute(node, "class"));

const isMarked = (element: Element, byClass: RegExp, byStyle: RegExp): boolean =>
  byClass.test(attribute(element, "class")) || byStyle.test(attribute(element, "style"));

/** A single letter is a word's initial, or one of letters set one by one. */
const isSingle = (node: AnyNode): boolean => textOf(node, 1).length === 1;

/** The name of the outermost element at one end that Markdown shows; "" for text that is only text. */
function markAt(node: AnyNode | null, side: "firstChild" | "lastChild"): string {
  if (node === null || !isTag(node)) return "";
  return shown.has(node.name) ? node.name : markAt(node[side], side);
}

const shown: ReadonlySet<string> = new Set("a b strong em i del s strike".split(" "));

/** The character at one end of a text or of an inline element; "" for other nodes. */
function edgeOf(node: AnyNode | null, side: "firstChild" | "lastChild"): string {
  if (node === null) return "";
  if (isText(node))
    return [...node.data.slice(...(side === "firstChild" ? [0, 2] : [-2]))].at(side === "firstChild" ? 0 : -1) ?? "";
  return isTag(node) && !attached.has(node.name) && !isBlock(node) ? edgeOf(endOf(node, side), side) : "";
}

/** The first or last node in an element, but for a drawing beside other content. */
function endOf(parent: Element, side: "firstChild" | "lastChild"): ChildNode | null {
  const inward = side === "firstChild" ? "next" : "prev";
  let node = parent[side];
  while (node !== null && isTag(node) && (node.name === "svg" || isEmptyIcon(node))) node = node[inward];
  return node;
}

const isEmptyIcon = ({ name, children }: Element): boolean => /^(?:i|span)$/.test(name) && children.length === 0;

/** The text or element before a node; comments and a filler, such as the dots before a price, are passed over. */
function visibleBefore(node: ChildNode): ChildNode | null {
  let before = node.prev;
  if (before !== null && isTag(before) && before.name === "span" && before.children.length === 0) before = before.prev;
  if (before !== null && isTag(before) && before.name === "wbr" && isTag(node) && isChip(node)) before = before.prev;
  while (before !== null && !isText(before) && !(isTag(before) && !isSpokenTwin(before))) before = before.prev;
  return before;
}
