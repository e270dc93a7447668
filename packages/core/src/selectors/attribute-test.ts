import type { AttributeSelector } from "css-what";
import { spend } from "./matching.ts";
import type { Test } from "./program.ts";

/** Attributes of HTML whose values are compared whatever their case (HTML Standard §4.16.2). */
const caselessAttributes: ReadonlySet<string> = new Set(
  (
    "accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction " +
    "disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade " +
    "nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink"
  ).split(" "),
);

/** Looking through this many characters of a value is one step. */
const charactersPerStep = 32;

/** The test for an attribute, a class or an id (Selectors 4 §6). Throws for a namespace, which pages in HTML don't have. */
export function attributeTest(selector: AttributeSelector): Test {
  if (selector.namespace !== null) throw new Error("namespaces are not supported");
  const name = selector.name.toLowerCase();
  const isCaseless =
    typeof selector.ignoreCase === "boolean"
      ? selector.ignoreCase
      : selector.ignoreCase !== "quirks" && caselessAttributes.has(name);
  const wanted = isCaseless ? selector.value.toLowerCase() : selector.value;
  const holds = comparison(selector.action, wanted);
  const needsValue = selector.action !== "not";
  return ({ attribs }, matching) => {
    const value = attribs[name];
    if (value === undefined) return !needsValue && wanted !== "";
    if (value.length > charactersPerStep) spend(matching, value.length / charactersPerStep);
    return holds(isCaseless ? value.toLowerCase() : value);
  };
}

function comparison(action: AttributeSelector["action"], wanted: string): (value: string) => boolean {
  switch (action as `${AttributeSelector["action"]}`) {
    case "exists":
      return () => true;
    case "equals":
      return (value) => value === wanted;
    case "not": // an extension of jQuery; without a value, anything but the empty one
      return (value) => value !== wanted;
    case "start":
      return (value) => wanted !== "" && value.startsWith(wanted);
    case "end":
      return (value) => wanted !== "" && value.endsWith(wanted);
    case "any":
      return (value) => wanted !== "" && value.includes(wanted);
    case "hyphen":
      return (value) => value === wanted || value.startsWith(`${wanted}-`);
    case "element":
      return /^\S+$/.test(wanted) ? (value) => value === wanted || hasWord(value, wanted) : () => false;
  }
}

/** True if a list of words, which white space separates (HTML Standard §2.3.7), has a word. */
function hasWord(list: string, word: string): boolean {
  let start = 0;
  for (let at = 0; at <= list.length; at += 1) {
    if (at < list.length && !isSpace(list.charCodeAt(at))) continue;
    if (at - start === word.length && list.startsWith(word, start)) return true;
    start = at + 1;
  }
  return false;
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
