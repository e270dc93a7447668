import { Element, isTag, isText, Text, type Document } from "domhandler";
import { appendChild, textContent } from "domutils";
import { elementsNamed, forEachElement } from "../markup/elements.ts";
import { readNames } from "./boilerplate/signals/cue-words.ts";
import { choiceNames, fillsBasket, isBuyButton } from "./buying.ts";

/** Names of the fields in which shops let a product be chosen (WooCommerce, Magento, PrestaShop, Shopware, OpenCart, Shopify and others). */
const ofVariants = /^(?:attribute(?:_|\[)|super_attribute\[|options?\[|group\[\d|product_attribute_|variants?\[)/;

/** More choices are those of a list of countries; longer ones are no names. */
const mostChoices = 40;
const longestChoice = 60;

/**
 * Shows the choices of a product as a line of them: those that a browser unfolds, in fields that shops' programs name so, and
 * in fields and buttons between the name of a product and the button that buys it.
 */
export function adoptChoices(document: Document, html: string): void {
  if (!/<(?:select|button)\b/i.test(html)) return;
  const found: Found = { ofPrograms: [], fields: [], values: [], boxes: [], buttons: [], isBelowTop: false };
  forEachElement(document, find, found);
  for (const select of found.ofPrograms) unfold(select);
  const { fields, values, boxes, buttons } = found;
  if (buttons.length === 0) return;
  const isDivided = fields.length + values.length + boxes.length > 1;
  if (fields.length <= mostFields)
    for (const select of fields)
      if (sellsOne(select, buttons) && !asksAmount(select) && !(isDivided && joinsChoices(select))) unfold(select);
  if (values.length >= fewestValues && values.length <= mostValues)
    for (const value of values) if (sellsOne(value, buttons)) choose(value);
}

/** What a page has of fields, and of buttons below its name. */
interface Found {
  readonly ofPrograms: Element[];
  /** Fields, buttons that are a value and radio boxes, from the last heading of the first level to the first button that buys. */
  fields: Element[];
  values: Element[];
  boxes: Element[];
  /** The first few that buy. */
  readonly buttons: Element[];
  isBelowTop: boolean;
}

/** A form with more fields is not about one product. */
const mostFields = 8;
/** One value on a button is no choice, and more than these are no longer those of one product. */
const fewestValues = 2;
const mostValues = 80;

function find(element: Element, found: Found): void {
  const { name, attribs } = element;
  if (name === "select" && ofVariants.test(attribs["name"] ?? "")) found.ofPrograms.push(element);
  else if (found.buttons.length === 0 && name === "h1" && textContent(element).trim() !== "") {
    found.fields = [];
    found.values = [];
    found.boxes = [];
    found.isBelowTop = true;
  } else if (!found.isBelowTop) return;
  else if (found.buttons.length < fewestOfList && sells(element)) found.buttons.push(element);
  else if (found.buttons.length > 0) return;
  else if (name === "select" && !isReplaced(element)) found.fields.push(element);
  else if (name === "button" && isValue(element)) found.values.push(element);
  else if (name === "input" && attribs["type"] === "radio") found.boxes.push(element);
}

/** True for a field that a script's own one stands for. */
const isReplaced = ({ attribs }: Element): boolean =>
  attribs["hidden"] !== undefined ||
  attribs["aria-hidden"] === "true" ||
  /display:\s*none/i.test(attribs["style"] ?? "");

/** The longest value on a button, in characters. */
const longestValue = 40;
/** Such a name is on an element at most this many steps up. */
const furthestName = 3;

/**
 * True for a button with a short text that is pressed to choose, or that is named, or is in a box that is, after what is
 * chosen, or is in a group of fields.
 */
function isValue(button: Element): boolean {
  const text = textContent(button).trim();
  if (text.length > longestValue || !/^[\p{L}\p{N}]/u.test(text)) return false;
  const { attribs } = button;
  if ((attribs["aria-pressed"] ?? attribs["aria-checked"] ?? attribs["data-value"]) !== undefined) return true;
  return [button, ...ancestors(button).slice(0, furthestName)].some(
    (holder) =>
      isGroup(holder) || readNames(holder.attribs["class"] ?? "", new Map()).some((word) => choiceNames.has(word)),
  );
}

const isGroup = ({ name, attribs }: Element): boolean =>
  name === "fieldset" || /^(?:radio)?group$/.test(attribs["role"] ?? "");

/** True for a button that sells goods, or a box that acts as one that puts them into the basket. */
const sells = (element: Element): boolean =>
  isBuyButton(element) || (element.attribs["role"] === "button" && fillsBasket(textContent(element)));

/** So many buttons in one box are those of a list of products. */
const fewestOfList = 3;

/** True if the smallest box around a choice and the first button after it is not that of a list of such buttons. */
function sellsOne(choice: Element, buttons: readonly Element[]): boolean {
  const [first, last] = [buttons[0], buttons[fewestOfList - 1]];
  const around = new Set(ancestors(choice));
  const box = first === undefined ? undefined : ancestors(first).find((holder) => around.has(holder));
  return box !== undefined && (last === undefined || !ancestors(last).includes(box));
}

function ancestors({ parent }: Element): readonly Element[] {
  const all: Element[] = [];
  for (let holder = parent; holder !== null && isTag(holder); holder = holder.parent) all.push(holder);
  return all;
}

/** Words in the names of fields that ask for something else than the kind of a product. */
const otherFields: ReadonlySet<string> = new Set(
  "qty quantity quantities menge anzahl quantite cantidad quantita quantidade aantal ilosc sort sorting sortby order orderby filter country countries state region province currency lang language locale search store shipping delivery zip rating audio player".split(
    " ",
  ),
);

/** True if a field asks how many, or in what order or place, rather than which. */
function asksAmount(select: Element): boolean {
  const { name = "", id = "", class: classes = "" } = select.attribs;
  if (readNames(`${name} ${id} ${classes}`, new Map()).some((word) => otherFields.has(word))) return true;
  const choices = choicesOf(select);
  const first = Number.parseInt(choices[0] ?? "", 10);
  const counts = (choice: string, at: number): boolean =>
    /^\d{1,4}\s?\+?$/.test(choice) && Number.parseInt(choice, 10) === first + at;
  return (first === 0 || first === 1) && choices.every(counts);
}

/** True if each choice joins those of other fields: the form for browsers without scripts. */
const joinsChoices = (select: Element): boolean => choicesOf(select).every((choice) => choice.includes(" / "));

/** What a field says before anything is chosen. */
const asking =
  /^(?:[-–—.…]|(?:please |bitte |veuillez )?(?:choose|select|pick|(?:aus)?wähl|choisi|sélection|seleccion|eli[gj]|selezion|scegli|selecion|escolh|kies|selecteer|wybierz|wybór|välj|vælg|velg|valitse|vyber|zvolt|válass|alege|odaber|επιλ|seç|выбер|обер|виб[еі]р|pilih|chọn|เลือก|चुन|選択|お選び|请选|請選|선택|اختر|בחר))/iu;

function choicesOf(select: Element): readonly string[] {
  const options = elementsNamed(select, ["option"]).filter(({ attribs }) => attribs["disabled"] === undefined);
  const isNone = ({ attribs }: Element, at: number): boolean =>
    attribs["value"] === "" || (at === 0 && asking.test(textContent(options[at] ?? []).trim()));
  return options
    .filter((option, at) => !isNone(option, at))
    .map((option) => textContent(option).trim().replace(/\s+/g, " "))
    .filter((choice) => choice !== "");
}

function unfold(select: Element): void {
  const choices = choicesOf(select);
  if (choices.length === 0 || choices.length > mostChoices || choices.some(({ length }) => length > longestChoice))
    return;
  endLabel(select);
  select.name = "span";
  select.attribs = {};
  select.children = [];
  for (const [at, choice] of choices.entries()) {
    if (at > 0) appendChild(select, new Text(", "));
    appendChild(select, new Element("span", { role: "option" }, [new Text(choice)]));
  }
}

/** Gives a button the role of one of several values, with a comma between it and one right before it. */
function choose(button: Element): void {
  endLabel(button);
  button.attribs = { ...button.attribs, role: "radio" };
  const before = elementBefore(button);
  if (before?.attribs["role"] === "radio") appendChild(before, new Text(","));
}

/** Ends a label in the same line with a colon: the choices follow it. */
function endLabel(choice: Element): void {
  const label = elementBefore(choice);
  if (label === undefined || !(label.name === "label" || isNamedLabel(label))) return;
  if (/[\p{L}\p{N}]\s*$/u.test(textContent(label))) appendChild(label, new Text(":"));
}

const isNamedLabel = ({ name, attribs }: Element): boolean =>
  name === "span" && /(?:^|[\s_-])label(?:[\s_-]|$)/i.test(attribs["class"] ?? "");

/** The element before another, if no text is between them. */
function elementBefore({ prev }: Element): Element | undefined {
  const before = prev !== null && isText(prev) && prev.data.trim() === "" ? prev.prev : prev;
  return before !== null && isTag(before) ? before : undefined;
}
