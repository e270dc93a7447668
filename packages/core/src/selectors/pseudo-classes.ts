import type { PseudoSelector, Selector } from "css-what";
import { Element, Text } from "domhandler";
import { placeOf, readFormula, type Counting } from "./counting.ts";
import { spend, nextElement, parentElement, previousElement, type Matching } from "./matching.ts";
import { matchesOne, reaches, type Compound, type Relative, type Test } from "./program.ts";
import { containsText } from "./text-search.ts";

/** Compiles the selectors inside of a pseudo-class. */
export interface InnerCompiler {
  readonly selectors: (list: string | Selector[][]) => readonly Compound[];
  readonly relatives: (list: Selector[][]) => readonly Relative[];
}

/** The test for a pseudo-class (Selectors 4 §8–14, and what jQuery adds). Throws for one that is unknown. */
export function pseudoClassTest({ name, data }: PseudoSelector, compile: InnerCompiler): Test {
  const alias = aliases.get(name);
  const plain = alias === undefined ? plainTests.get(name) : isOneOf(compile.selectors(alias));
  if (plain !== undefined) {
    if (data !== null) throw new Error(`:${name} takes no argument`);
    return plain;
  }
  if (Array.isArray(data)) return selectorTest(name, data, compile);
  if (data === null) throw new Error(`:${name} is unknown, or lacks its argument`);
  return textTest(name, data, compile);
}

const isOneOf =
  (selectors: readonly Compound[]): Test =>
  (element, matching) =>
    matchesOne(selectors, element, matching);

function selectorTest(name: string, list: Selector[][], compile: InnerCompiler): Test {
  if (name === "has") {
    const relatives = compile.relatives(list);
    return (element, matching) => relatives.some((relative) => reaches(relative, element, matching));
  }
  const test = isOneOf(compile.selectors(list));
  if (name === "is" || name === "where" || name === "matches") return test;
  if (name === "not") return (element, matching) => !test(element, matching);
  throw new Error(`:${name}() is unknown`);
}

function textTest(name: string, argument: string, compile: InnerCompiler): Test {
  switch (name) {
    case "nth-child":
    case "nth-last-child":
      return nthTest(argument, { fromEnd: name === "nth-last-child", compile });
    case "nth-of-type":
      return placeTest({ fromEnd: false, counted: "of-type" }, readFormula(argument));
    case "nth-last-of-type":
      return placeTest({ fromEnd: true, counted: "of-type" }, readFormula(argument));
    case "contains":
    case "icontains": {
      const anyCase = name === "icontains";
      const wanted = { text: anyCase ? argument.toLowerCase() : argument, anyCase };
      return (element, matching) => containsText(element, wanted, matching);
    }
    case "lang":
      return languageTest(argument);
    default:
      throw new Error(`:${name}() is unknown`);
  }
}

function nthTest(argument: string, { fromEnd, compile }: { fromEnd: boolean; compile: InnerCompiler }): Test {
  const at = argument.toLowerCase().indexOf(" of ");
  const isIn = readFormula(at === -1 ? argument : argument.slice(0, at));
  if (at === -1) return placeTest({ fromEnd, counted: "all" }, isIn);
  return placeTest({ fromEnd, counted: isOneOf(compile.selectors(argument.slice(at + " of ".length))) }, isIn);
}

const placeTest =
  (counting: Counting, isIn: (place: number) => boolean): Test =>
  (element, matching) =>
    isIn(placeOf(element, counting, matching));

const isFirst: Test = (element) => previousElement(element) === undefined;
const isLast: Test = (element) => nextElement(element) === undefined;
const isTheOne = (place: number): boolean => place === 1;
const isFirstOfType = placeTest({ fromEnd: false, counted: "of-type" }, isTheOne);
const isLastOfType = placeTest({ fromEnd: true, counted: "of-type" }, isTheOne);

/** Nothing is under a mouse or was visited. */
const never: Test = () => false;
const isRoot: Test = (element) => parentElement(element) === undefined;

const plainTests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["root", isRoot],
  ["scope", isRoot],
  ["empty", isEmpty],
  ["first-child", isFirst],
  ["last-child", isLast],
  ["only-child", (element, matching) => isFirst(element, matching) && isLast(element, matching)],
  ["first-of-type", isFirstOfType],
  ["last-of-type", isLastOfType],
  ["only-of-type", (element, matching) => isFirstOfType(element, matching) && isLastOfType(element, matching)],
  ["hover", never],
  ["active", never],
  ["visited", never],
]);

/** True if an element has no children, white space and comments aside (Selectors 4 §14.2). */
function isEmpty({ children }: Element, matching: Matching): boolean {
  const filling = children.findIndex(
    (child) => child instanceof Element || (child instanceof Text && /[^ \t\r\n]/.test(child.data)),
  );
  spend(matching, filling === -1 ? children.length : filling);
  return filling === -1;
}

/** Tests the nearest `lang` by extended filtering (RFC 4647 §3.3.2). */
function languageTest(argument: string): Test {
  const ranges = argument.split(",").map((range) =>
    range
      .trim()
      .replace(/^['"]|['"]$/g, "")
      .toLowerCase()
      .split("-"),
  );
  return (element, matching) => {
    let holder: Element | undefined = element;
    while (holder !== undefined && holder.attribs["lang"] === undefined && spend(matching, 1))
      holder = parentElement(holder);
    const tag = (holder?.attribs["lang"] ?? "").toLowerCase().slice(0, longestTag).split("-");
    return spend(matching, ranges.length) && ranges.some((range) => isInRange(tag, range));
  };
}

/** The longest language tag that is looked at; those of real languages have a third of it (RFC 5646 §4.4.1). */
const longestTag = 100;

function isInRange(tag: readonly string[], range: readonly string[]): boolean {
  const [primary = "", ...others] = range;
  if (primary !== "*" && primary !== tag[0]) return false;
  let at = 1;
  for (const part of others) {
    if (part === "*") continue;
    while (at < tag.length && tag[at] !== part) {
      if ((tag[at]?.length ?? 0) <= 1) return false;
      at += 1;
    }
    if (at >= tag.length) return false;
    at += 1;
  }
  return true;
}

const textInput =
  "input:is([type=text],[type=search],[type=url],[type=tel],[type=email],[type=password],[type=date],[type=month],[type=week],[type=time],[type=datetime-local],[type=number])";

/** Pseudo-classes that say in one word what other selectors say; the last ones are jQuery's. */
const aliases: ReadonlyMap<string, string> = new Map([
  ["any-link", ":is(a, area, link)[href]"],
  ["link", ":is(a, area, link)[href]"],
  [
    "disabled",
    ":is(button, input, select, textarea, optgroup, option)[disabled], optgroup[disabled] > option, fieldset[disabled]:not(fieldset[disabled] legend:first-of-type *)",
  ],
  ["enabled", ":is(button, input, select, textarea, optgroup, option, fieldset):not(:disabled)"],
  ["checked", ":is(input[type=radio], input[type=checkbox])[checked], :selected"],
  ["required", ":is(input, select, textarea)[required]"],
  ["optional", ":is(input, select, textarea):not([required])"],
  ["read-only", `[readonly]:is(textarea, ${textInput})`],
  ["read-write", `:not([readonly]):is(textarea, ${textInput})`],
  ["selected", "option:is([selected], select:not([multiple]):not(:has(> option[selected])) > :first-of-type)"],
  ["checkbox", "[type=checkbox]"],
  ["file", "[type=file]"],
  ["password", "[type=password]"],
  ["radio", "[type=radio]"],
  ["reset", "[type=reset]"],
  ["image", "[type=image]"],
  ["submit", "[type=submit]"],
  ["parent", ":not(:empty)"],
  ["header", ":is(h1, h2, h3, h4, h5, h6)"],
  ["button", "button, input[type=button]"],
  ["input", "input, textarea, select, button"],
  ["text", "input:is(:not([type]), [type=''], [type=text])"],
]);
