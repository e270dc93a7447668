import { messageOfThrown } from "../errors.ts";
import { isTraversal, parse, SelectorType, type Selector, type TagSelector, type Traversal } from "css-what";
import type { Element } from "domhandler";
import { attributeTest } from "./attribute-test.ts";
import { originalTag } from "./key-index.ts";
import type { Matching } from "./matching.ts";
import { pseudoClassTest, type InnerCompiler } from "./pseudo-classes.ts";
import { matchesOne, type Combinator, type Compound, type Relative, type Test } from "./program.ts";

/** The largest selector that is read. Those that people write have a tenth of it. */
export const selectorLimits = {
  /** Characters. */
  length: 1000,
  /** Combinators in a row, as in `a > b c`. */
  combinators: 50,
  /** Pseudo-classes within pseudo-classes, as in `:not(:has(b))`. */
  nesting: 8,
  /** Names, classes, ids, attributes and pseudo-classes, those inside of pseudo-classes included. */
  parts: 500,
} as const;

/** A list of selectors, ready to be held against elements. */
export interface CompiledSelector {
  /** True if one of the list selects an element. */
  readonly selects: (element: Element, matching: Matching) => boolean;
  /** A mark that an element must have, for each selector of the list: a `#id`, `.class`, `[attribute]`, name, or `*` for any. */
  readonly keys: readonly string[];
  /** Number of parts it has, see {@link selectorLimits}. */
  readonly parts: number;
}

/**
 * Compiles a list of selectors (Selectors 4, with what jQuery adds). Returns the reason, in words, for one that is no
 * selector or larger than {@link selectorLimits}. Pure.
 */
export function compileSelector(source: string): CompiledSelector | string {
  if (source.length > selectorLimits.length) return `it has more than ${selectorLimits.length} characters`;
  if (maxOpen(source) > maxParentheses) return `it nests pseudo-classes deeper than ${selectorLimits.nesting}`;
  try {
    const list = parse(source);
    const count = { parts: 0 };
    const compounds = list.map((selector) => compileComplex(selector, { count, depth: 0 }));
    return {
      selects: (element, matching) => matchesOne(compounds, element, matching),
      keys: list.map(keyOf),
      parts: count.parts,
    };
  } catch (thrown) {
    // Everything that is wrong with a selector is thrown, by the parser as well as here.
    return messageOfThrown(thrown);
  }
}

/** Far more than the limit, in case some of them stand in a text. */
const maxParentheses = 40;

/** Number of parentheses that are open at once. */
function maxOpen(source: string): number {
  let [open, most] = [0, 0];
  for (const sign of source) {
    if (sign === "(") most = Math.max(most, (open += 1));
    else if (sign === ")") open -= 1;
  }
  return most;
}

interface Place {
  readonly count: { parts: number };
  readonly depth: number;
}

function compileComplex(selector: readonly Selector[], place: Place): Compound {
  const { compounds, combinators } = takeApart(selector);
  if (compounds.length !== combinators.length + 1) throw new Error("it begins with a combinator");
  return (
    compounds.reduce<Compound | undefined>((left, tokens, index) => {
      const combinator = combinators[index - 1];
      const tests = testsOf(tokens, place);
      return left === undefined || combinator === undefined
        ? { tests }
        : { tests, left: { combinator, compound: left } };
    }, undefined) ?? { tests: [] }
  );
}

function compileRelative(selector: readonly Selector[], place: Place): Relative {
  const [first] = selector;
  const isAnchored = first?.type === SelectorType.Pseudo && first.name === "scope";
  const { compounds, combinators } = takeApart(isAnchored ? selector.slice(1) : selector);
  if (compounds.length > combinators.length) combinators.unshift("descendant");
  const relative = compounds.reduceRight<Relative | undefined>((right, tokens, index) => {
    return { combinator: combinators[index] ?? "descendant", tests: testsOf(tokens, place), right };
  }, undefined);
  if (relative === undefined) throw new Error(":has() lacks its argument");
  return relative;
}

interface Parts {
  readonly compounds: readonly (readonly Selector[])[];
  /** Between the compounds; one more when it begins with one. */
  readonly combinators: Combinator[];
}

function takeApart(selector: readonly Selector[]): Parts {
  const compounds: Selector[][] = [];
  const combinators: Combinator[] = [];
  let compound: Selector[] | undefined;
  for (const token of selector) {
    if (isTraversal(token)) {
      combinators.push(combinatorOf(token));
      compound = undefined;
    } else if (compound === undefined) compounds.push((compound = [token]));
    else compound.push(token);
  }
  if (combinators.length > selectorLimits.combinators)
    throw new Error(`it has more than ${selectorLimits.combinators} combinators`);
  if (compound === undefined) throw new Error("it ends with a combinator");
  return { compounds, combinators };
}

function combinatorOf({ type }: Traversal): Combinator {
  switch (type) {
    case SelectorType.Descendant:
      return "descendant";
    case SelectorType.Child:
      return "child";
    case SelectorType.Sibling:
      return "sibling";
    case SelectorType.Adjacent:
      return "adjacent";
    default:
      throw new Error(`the combinator of type ${type} is not supported`);
  }
}

/** The tests of a compound selector. The cheap ones come first, as most elements fail at the first. */
function testsOf(compound: readonly Selector[], place: Place): readonly Test[] {
  const simple = compound.filter(({ type }) => type !== SelectorType.Universal);
  const isOfFrame = simple.some(isFrameTag);
  const inOrder = [...simple.filter((token) => !isPseudoClass(token)), ...simple.filter(isPseudoClass)];
  return inOrder.map((token) => {
    place.count.parts += 1;
    if (place.count.parts > selectorLimits.parts) throw new Error(`it has more than ${selectorLimits.parts} parts`);
    return testOf(token, place, isOfFrame);
  });
}

const isFrameTag = (token: Selector): boolean =>
  token.type === SelectorType.Tag && token.name.toLowerCase() === "iframe";

const isPseudoClass = ({ type }: Selector): boolean => type === SelectorType.Pseudo;

function testOf(token: Selector, place: Place, isOfFrame: boolean): Test {
  switch (token.type) {
    case SelectorType.Attribute: {
      const test = attributeTest(token);
      if (!isOfFrame || token.name.toLowerCase() !== "src") return test;
      const ofPlaceholder = attributeTest({ ...token, name: "data-original-src" });
      return (element, matching) => (isPlaceholder(element) ? ofPlaceholder : test)(element, matching);
    }
    case SelectorType.Tag:
      return isOfFrame ? isFrame : nameTest(token);
    case SelectorType.Pseudo:
      return pseudoClassTest(token, innerCompiler(place));
    case SelectorType.PseudoElement:
      throw new Error(`::${token.name} is no element of the page`);
    default:
      throw new Error(`a part of type ${token.type} is not supported`);
  }
}

function nameTest({ name, namespace }: TagSelector): Test {
  if (namespace !== null) throw new Error("namespaces are not supported");
  const wanted = name.toLowerCase();
  return (element) => element.name === wanted;
}

/**
 * A browser leaves the content of a frame in a placeholder, which selectors of frames mean too (contract §2.2,
 * `includeTags`), with its address in an attribute of its own.
 */
const isPlaceholder = ({ attribs }: Element): boolean => attribs[originalTag] === "iframe";
const isFrame: Test = (element) => element.name === "iframe" || isPlaceholder(element);

function innerCompiler({ count, depth }: Place): InnerCompiler {
  const place = { count, depth: depth + 1 };
  const checked = <List>(list: List): List => {
    if (place.depth > selectorLimits.nesting)
      throw new Error(`it nests pseudo-classes deeper than ${selectorLimits.nesting}`);
    return list;
  };
  return {
    selectors: (list) =>
      checked(typeof list === "string" ? parse(list) : list).map((selector) => compileComplex(selector, place)),
    relatives: (list) => checked(list).map((selector) => compileRelative(selector, place)),
  };
}

/** The rarest mark that the compound selector furthest right asks for. */
function keyOf(selector: readonly Selector[]): string {
  const subject = selector.slice(selector.findLastIndex(isTraversal) + 1);
  const keys = subject.flatMap(keysOf);
  // The attributes of a frame may have other names.
  const signs = subject.some(isFrameTag) ? ["#", "."] : ["#", ".", "["];
  const marked = signs.map((sign) => keys.find((key) => key.startsWith(sign))).find((key) => key !== undefined);
  return marked ?? keys.find((key) => !key.startsWith("[")) ?? "*";
}

function keysOf(token: Selector): readonly string[] {
  if (token.type === SelectorType.Tag) return [token.name.toLowerCase()];
  if (token.type !== SelectorType.Attribute || token.action === "not") return [];
  if (token.ignoreCase !== "quirks") return [`[${token.name.toLowerCase()}`];
  return [`${token.name === "id" ? "#" : "."}${token.value}`];
}
