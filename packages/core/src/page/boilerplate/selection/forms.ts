import { isTag, type Element } from "domhandler";
import { existsOne } from "domutils";
import { elementsNamed } from "../../../markup/elements.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import { headingLevel, keptSum, within } from "../blocks/sums.ts";
import type { Profile } from "../signals/profile.ts";

/**
 * Drops what forms leave behind that is no content: the labels of one to write into, the name of a field for a number, and
 * headings of nothing but a form.
 */
export function dropFormNames({ page: { blocks }, sums, traits }: Profile, title: number, kept: boolean[]): void {
  const inForm = traits.tag("form");
  const toWrite = new Map<Element, boolean>();
  const isOfForm = (index: number): boolean => (inForm[blocks[index]?.region.index ?? -1] ?? 0) > 0;
  /** The level of the heading that is the next kept block with words; 0 for a text, 1 at the end. */
  let nextLevel = 1;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block === undefined || kept[index] !== true || block.measures.tokens === 0) continue;
    const level = headingLevel(block.region);
    const isBeforeForm = kept[index + 1] !== true && isOfForm(index + 1);
    const headsForm = level > 1 && nextLevel > 0 && nextLevel <= level && isBeforeForm && index !== title;
    const isLabel = isOnlyControl(block) && isOfForm(index) && isToWrite(block.region.element, toWrite);
    if (headsForm || isLabel || namesNumber(block, within(sums.tokens, block.region))) kept[index] = false;
    else nextLevel = level;
  }
}

/** A box around a form to subscribe is at most so many tokens, this part of the kept text, and so many steps up. */
const invitation = { tokens: 60, most: 0.3, steps: 2 };

/** Drops boxes that ask for an address and nothing else, with their heading and their promises. */
export function dropInvitations({ page, sums }: Profile, title: number, kept: boolean[]): void {
  const most = Math.min(invitation.tokens, invitation.most * within(keptSum(sums, kept), page.root));
  const isSmall = (box: Region): boolean =>
    within(sums.tokens, box) <= most && !(title >= box.first && title < box.end);
  for (const region of page.regions) {
    if (region.element.name !== "form" || !isSmall(region) || !asksForAddress(region.element)) continue;
    let box = region;
    for (let step = 0; step < invitation.steps && box.parent !== undefined && isSmall(box.parent); step += 1) {
      // A box with more than the form is the one around it.
      if (within(sums.tokens, box) > within(sums.tokens, region)) break;
      box = box.parent;
    }
    kept.fill(false, box.first, box.end);
  }
}

/** True for a form whose only field to write into is one for an address of mail. */
function asksForAddress(form: Element): boolean {
  if (elementsNamed(form, ["textarea", "select"]).length > 0) return false;
  const types = elementsNamed(form, ["input"]).map(({ attribs }) => attribs["type"] ?? "text");
  const written = types.filter((type) => !unwritten.has(type));
  return written.length === 1 && written[0] === "email";
}

/** Types of fields that nobody writes into. */
const unwritten: ReadonlySet<string> = new Set("hidden submit button image reset checkbox".split(" "));

const isOnlyControl = ({ measures }: Block): boolean => measures.controlTokens === measures.tokens;

/** True for an element in a form with a field for a text, an address or a secret. */
function isToWrite(element: Element, known: Map<Element, boolean>): boolean {
  let form: Element | null = element;
  while (form !== null && form.name !== "form") form = form.parent !== null && isTag(form.parent) ? form.parent : null;
  if (form === null) return false;
  const is = known.get(form) ?? (existsOne(isFieldToWrite, form.children) && !existsOne(isChoice, form.children));
  known.set(form, is);
  return is;
}

const isFieldToWrite = ({ name, attribs }: Element): boolean =>
  name === "textarea" || (name === "input" && /^(?:email|password|tel)$/.test(attribs["type"] ?? ""));

const isChoice = ({ name, attribs }: Element): boolean => name === "input" && attribs["type"] === "radio";

/** True for a label, and no more, beside the field for a number: how many of them. */
function namesNumber(block: Block, tokens: number): boolean {
  const { measures, region } = block;
  const isLabel = measures.tokens === tokens && isOnlyControl(block) && measures.buttons === 0;
  return isLabel && tokens <= longestLabel && existsOne(isNumberField, region.element.children);
}

const longestLabel = 8;

const isNumberField = ({ name, attribs }: Element): boolean => name === "input" && attribs["type"] === "number";
