import { selectAll } from "css-select";
import type { Document, Element } from "domhandler";
import fc from "fast-check";
import { expect, test } from "vitest";
import { setAttribute } from "../markup/html/tree-adapter.ts";
import { forEachElement } from "../markup/elements.ts";
import { parse } from "../markup/parse.ts";
import { compileSelector, selectorLimits, type CompiledSelector } from "./compile-selector.ts";
import { startMatching } from "./matching.ts";
import { selectElements } from "./select-elements.ts";

function compiled(selector: string): CompiledSelector {
  const outcome = compileSelector(selector);
  if (typeof outcome === "string") throw new Error(`${selector}: ${outcome}`);
  return outcome;
}

/** The ids of what a selector selects, in page order. */
function selected(html: string, selector: string): readonly (string | undefined)[] {
  const { elements } = selectElements(
    [compiled(selector)],
    startMatching(parse(html), () => Infinity),
  );
  return [...elements].map(({ attribs, name }) => attribs["id"] ?? name);
}

const runs = Number(process.env["RUNS"] ?? 500);

const names = ["a", "b", "i"];
const values = ["", "x", "y", "x y", "x-y", "yx"];
const attributes = ["class", "id", "title", "type", "lang"];

const attribute = fc.tuple(fc.constantFrom(...attributes), fc.constantFrom(...values, "EN", "en-GB", "text"));
const element = fc.record({
  name: fc.constantFrom("div", ...names),
  attributes: fc.uniqueArray(attribute, { selector: ([name]) => name, maxLength: 3 }),
  text: fc.constantFrom("", " ", "word", "Word two", "<br>", "<!-- c -->"),
});
interface Tree {
  readonly element: typeof element extends fc.Arbitrary<infer Drawn> ? Drawn : never;
  readonly inside: readonly Tree[];
}
const { tree } = fc.letrec<{ readonly tree: Tree }>((tie) => ({
  tree: fc.record({
    element,
    inside: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie("tree"), { maxLength: 4 })),
  }),
}));
const htmlOf = ({ element: { name, attributes: list, text }, inside }: Tree): string =>
  `<${name}${list.map(([key, value]) => ` ${key}="${value}"`).join("")}>${text}${inside.map(htmlOf).join("")}</${name}>`;
const page = fc.array(tree, { maxLength: 4 }).map((trees) => `<body>${trees.map(htmlOf).join("")}`);

const formula = fc.constantFrom("odd", "even", "2n+1", "3n", "-n+2", "2", "n+2", "-2n+3", "+3n-1", "0n+1");
const combinator = fc.constantFrom(" ", " ", " > ", " ~ ", " + ");
const plainPart = fc.oneof(
  fc.constantFrom(".x", ".y", "#x", "#y", ":empty", ":root", ":first-child", ":last-child", ":only-child"),
  fc.constantFrom(":first-of-type", ":last-of-type", ":only-of-type", ":parent", ":header", ":enabled", ":link"),
  fc.constantFrom(":contains(wo)", ":icontains(WORD)", ":lang(en)", ":lang(*-gb)", ":hover", ":text", ":selected"),
  fc
    .tuple(
      fc.constantFrom(...attributes),
      fc.constantFrom("=", "~=", "|=", "^=", "$=", "*=", "!="),
      fc.constantFrom(...values, "X", "en"),
      fc.constantFrom("", " i", " s"),
    )
    .filter(([, sign, value]) => sign !== "~=" || value !== "") // for css-select, the empty word is in an empty list
    .map(([name, sign, value, flag]) => `[${name}${sign}"${value}"${flag}]`),
  fc.constantFrom(...attributes).map((name) => `[${name}]`),
  fc
    .tuple(fc.constantFrom("child", "last-child", "of-type", "last-of-type"), formula)
    .map(([kind, nth]) => `:nth-${kind}(${nth})`),
);

/** Selectors whose pseudo-classes hold selectors of one level less. */
function selectorsOf(levels: number): fc.Arbitrary<string> {
  const compound = compoundsOf(levels);
  return fc
    .tuple(compound, fc.array(fc.tuple(combinator, compound), { maxLength: 3 }))
    .map(([first, others]) => first + others.flat().join(""));
}

const compoundsOf = (levels: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom("", "", "div", ...names), fc.array(partOf(levels), { maxLength: 2 }))
    .map(([name, parts]) => name + parts.join("") || "*");

function partOf(levels: number): fc.Arbitrary<string> {
  if (levels === 0) return plainPart;
  const list = fc.array(selectorsOf(levels - 1), { minLength: 1, maxLength: 2 });
  return fc.oneof(
    { arbitrary: plainPart, weight: 3 },
    fc.tuple(fc.constantFrom("is", "not", "where"), list).map(([name, inner]) => `:${name}(${inner.join(", ")})`),
    fc.tuple(formula, list).map(([nth, inner]) => `:nth-child(${nth} of ${inner.join(", ")})`),
  );
}

const relativeSelector = fc
  .tuple(fc.constantFrom("", "> ", "~ ", "+ "), selectorsOf(1))
  .map(([start, selector]) => start + selector);

/** Elements by name and place, so that a difference can be read. */
function listed(document: Document, elements: ReadonlySet<unknown>): readonly string[] {
  const all: Element[] = [];
  forEachElement(document, (element) => all.push(element));
  return all.flatMap((element, index) => (elements.has(element) ? [`${index} ${element.name}`] : []));
}

const isShort = (selector: string): boolean => selector.length <= selectorLimits.length;

test("selects what css-select selects", () => {
  fc.assert(
    fc.property(page, fc.array(selectorsOf(2), { minLength: 1, maxLength: 3 }), (html, selectors) => {
      fc.pre(selectors.every(isShort));
      const document = parse(html);
      const { elements } = selectElements(
        selectors.map(compiled),
        startMatching(document, () => Infinity),
      );
      expect(listed(document, elements)).toEqual(listed(document, new Set(selectAll(selectors.join(", "), document))));
    }),
    { numRuns: runs },
  );
});

// css-select itself takes the `a` of `:has(a b)` for the element as well, and nested selectors for relative ones.
test("an element has what css-select selects from it", () => {
  fc.assert(
    fc.property(page, relativeSelector, (html, relative) => {
      fc.pre(isShort(`:has(${relative})`));
      const document = parse(html);
      const { elements } = selectElements(
        [compiled(`:has(${relative})`)],
        startMatching(document, () => Infinity),
      );
      const having = new Set<Element>();
      forEachElement(document, (element) => {
        setAttribute(element, "here", "");
        if (selectAll(`[here] ${relative}`, document).length > 0) having.add(element);
        delete element.attribs["here"];
      });
      expect(listed(document, elements)).toEqual(listed(document, having));
    }),
    { numRuns: runs / 2 },
  );
});

const tree3 = `<i id=1><b id=2><i id=3><b id=4></b></i></b></i><b id=5></b>`;

test.each([
  [":has(b b)", tree3, ["html", "body", "1"]],
  ["i:has(> b > i b)", tree3, ["1"]],
  ["i:has(+ b)", tree3, ["1"]],
  [":has(:scope > #3)", tree3, ["2"]],
  ["b:not(:has(b))", tree3, ["4", "5"]],
  ["#3:has(:is(#1 b))", tree3, ["3"]],
  [":nth-child(1)", "<p id=1></p>", ["html", "head", "1"]],
  ["[title~='']", "<p title=''>", []],
  ["[title='constructor'], [constructor]", "<p id=1 constructor><p id=2 title=constructor>", ["1", "2"]],
  [".constructor, #__proto__", "<p id=1 class=constructor><p id=__proto__>", ["1", "__proto__"]],
  ["iframe[src='x']", "<p id=1 data-original-tag=iframe data-original-src=x><p id=2 data-original-src=x>", ["1"]],
  ["p:not(iframe)", "<p id=1 data-original-tag=iframe><p id=2>", ["2"]],
])("%s in %s", (selector, html, expected) => {
  expect(selected(html, selector)).toEqual(expected);
});

test.each([
  ["a[", "Expected name"],
  ["> a", "begins with a combinator"],
  ["a >", "ends with a combinator"],
  ["a < b", "not supported"],
  ["a::before", "no element"],
  [":foo", ":foo is unknown"],
  [":foo(a)", ":foo() is unknown"],
  [":constructor", ":constructor is unknown"],
  [":first-child(2)", "takes no argument"],
  [":nth-child(x)", "not a formula"],
  ["svg|a", "namespaces"],
  ["a".repeat(1001), "more than 1000 characters"],
  ["a" + " a".repeat(51), "more than 50 combinators"],
  [":has(a" + " a".repeat(51) + ")", "more than 50 combinators"],
  [":not(".repeat(9) + "a" + ")".repeat(9), "nests pseudo-classes deeper than 8"],
  [":is(a,".repeat(1) + "a,".repeat(480) + ":enabled)", "more than 500 parts"],
])("%s is refused, and it is said why", (selector, reason) => {
  expect(compileSelector(selector)).toEqual(expect.stringContaining(reason));
});

/** The steps that a page costs. */
function stepsFor(html: string, selector: string): number {
  const matching = startMatching(parse(html), () => Infinity);
  selectElements([compiled(selector)], matching);
  return matching.spent;
}

test.each([
  ["q b b b b b .z", (count: number) => `${"<b>".repeat(count)}<i class=z>`],
  ["q ~ b ~ b ~ b ~ b", (count: number) => "<b></b>".repeat(count)],
  ["q b ~ b > b ~ b b", (count: number) => "<b></b><b>".repeat(count)],
  [":has(~ q ~ b ~ b ~ b)", (count: number) => "<b></b>".repeat(count)],
  [":has(b q):not(:has(q ~ b b))", (count: number) => "<b></b><b>".repeat(count)],
  [":nth-last-child(2n of b ~ b):nth-of-type(3n)", (count: number) => "<b></b>".repeat(count)],
  ["b:contains(aab)", (count: number) => "<b>aa".repeat(count)],
])("twice the page takes at most twice the steps: %s", (selector, pageOf) => {
  expect(stepsFor(pageOf(300), selector)).toBeLessThan(2.1 * stepsFor(pageOf(150), selector));
});
