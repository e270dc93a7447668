import { specificityOf } from "./specificity.ts";

/** Conditions of a selector on its element. */
export interface Selector {
  /** The name, `#id`, `.class` or `[attribute]` that the fewest elements have; `*` when none is asked for. */
  readonly key: string;
  readonly names: readonly string[];
  /** True if it asks for more than the kind of element. */
  readonly isNamed: boolean;
  /** The specificity as a number that orders as the triple does (Selectors 4 §17). */
  readonly specificity: number;
}

export const markedName = /[#.](?:\\[\da-f]{1,6}\s?|\\.|[\w-]|[^\x00-\x7F])+|\[\s*[\w-]+/gi;
const simpleSelector = new RegExp(`${markedName.source}|(?<![\\w\\\\#.:[-])[a-z][\\w-]*`, "gi");

export function readSelector(source: string): Selector {
  const plain = source.replace(/:[\w-]+\((?:[^()]|\([^()]*\))*\)/g, "").replace(/\[\s*([\w-]+)[^\]]*\]/g, "[$1");
  const subject = plain.split(/(?<!\\|\\[\da-f]{1,6})[\s>+~]/i).at(-1) ?? "";
  const names = nameList(subject);
  const named = firstWith("#", names) ?? firstWith(".", names) ?? firstWith("[", names);
  return { key: named ?? names[0] ?? "*", names, isNamed: named !== undefined, specificity: specificityOf(source) };
}

function firstWith(sign: string, names: readonly string[]): string | undefined {
  for (const name of names) if (name.startsWith(sign)) return name;
  return undefined;
}

function nameList(selector: string): string[] {
  return (selector.match(simpleSelector) ?? []).map(plainName);
}

/** A name as the page writes it. */
export function plainName(name: string): string {
  if (name.startsWith("#") || name.startsWith(".")) return name.includes("\\") ? unescaped(name) : name;
  return name.toLowerCase().replace(/\s/g, "");
}

/** A name without escapes (CSS Syntax 3 §4.3.7). */
const unescaped = (name: string): string =>
  name.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, digits: string | undefined, sign = "") => {
    const code = Number.parseInt(digits ?? "", 16);
    return digits === undefined ? sign : String.fromCodePoint(code > 0 && code <= 0x10ffff ? code : 0xfffd);
  });
