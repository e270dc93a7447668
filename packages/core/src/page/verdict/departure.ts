import type { Judgement, VerdictFacts } from "./facts.ts";
import type { PageSurvey } from "./page-survey.ts";

/** Most that a page says which only leads on: a heading, a sentence or two, and a link for browsers without scripts. */
const maxOwnCharacters = 300;
const maxCharacters = 1500;
const maxOwnLinks = 3;
/** A logo and a picture that turns. */
const maxOwnMedia = 2;

/** Later departures are for readers, who are meant to see the page first, as with refreshes. */
const longestDelayMs = { toAnother: 5_000, toItself: 2_000 };

/** The beginning of a page's scripts that is read. */
const maxScriptLength = 20_000;
const maxDepartures = 10;

/**
 * Finds pages with next to nothing of their own whose script leads on without being asked: by a new address, by asking for
 * the page again (with a cookie, mostly), or by a form that sends itself. Such a page is not what was asked for, whatever it says.
 */
export function findDeparture({ page, isRendered }: VerdictFacts): Judgement | undefined {
  if (isRendered || !isSlight(page)) return undefined;
  const said = departureIn(page.inlineScripts.slice(0, maxScriptLength));
  if (said === undefined) return undefined;
  return { verdict: "needs-javascript", reason: `a script leads on from the page by itself ("${said}")` };
}

const isSlight = ({ characters, ownCharacters, ownLinks, ownMedia, fields }: PageSurvey): boolean =>
  characters <= maxCharacters &&
  ownCharacters <= maxOwnCharacters &&
  ownLinks <= maxOwnLinks &&
  ownMedia <= maxOwnMedia &&
  fields === 0;

/** Comments, texts, braces and departures of a script. Each alternative is linear, and none begins inside of another. */
const tokens = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`,
    String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${"`"}(?:[^${"`"}\\]|\\.)*${"`"}`,
    "[{}]",
    // `top.location` gets out of a frame, and a variable may have the same name.
    String.raw`(?<departure>(?<![\w$.]|\b(?:var|let|const)\s)(?:(?:window|document|self|globalThis)\.)?location(?:(?:\.href)?\s{0,9}=(?![=>])\s{0,9}(?:["'][^"'\n]{0,80}["']?)?|\.(?:reload|replace|assign)\s{0,9}\((?:["'][^"'\n]{0,80}["']?)?))`,
    String.raw`(?<form>(?<=[\w$)\]])\.(?:submit|requestSubmit)\(\s{0,9}\))`,
  ].join("|"),
  "g",
);

/** An address that leads to no other page: a place in this one, or another program. */
const nowhere = /["'](?:#|(?!https?:)[a-z][a-z0-9+.-]*:)/i;

/** The first departure in a script that runs without being asked; undefined if there is none. */
function departureIn(script: string): string | undefined {
  /** For each open brace, true if what is inside of it waits for the reader. */
  const waits: boolean[] = [];
  let found = 0;
  for (const token of script.matchAll(tokens)) {
    const [text] = token;
    if (text === "{") waits.push((waits.at(-1) ?? false) || isHandler(script, token.index));
    else if (text === "}") waits.pop();
    else if (token.groups?.["departure"] === undefined && token.groups?.["form"] === undefined) {
      const inner = isTimed(script, token.index) ? departureIn(text.slice(1, -1)) : undefined;
      if (inner !== undefined && waits.at(-1) !== true && isSoon(script, inner)) return inner;
    } else {
      found += 1;
      const isAsked = waits.at(-1) === true || nowhere.test(text) || isHandler(script, startOf(script, token.index));
      if (!isAsked && isSoon(script, text)) return text.trim().slice(0, 60);
      if (found === maxDepartures) return undefined;
    }
  }
  return undefined;
}

/** Where the expression begins that a departure stands in: the body of an arrow function may have no braces. */
const startOf = (script: string, at: number): number =>
  at - (/[^;{}>]{0,80}$/.exec(script.slice(Math.max(0, at - 80), at))?.[0].length ?? 0);

/** Where a function begins, as the end of what stands before its body. */
const functionHead =
  /(?:\bfunction\b\s{0,9}(?<declared>[\w$]*)\s{0,9}\([^()]{0,80}\)|(?:\([^()]{0,80}\)|[\w$]+)\s{0,9}=>)\s{0,9}(?:void\s|return\s)?\s{0,9}$/;
/** What calls a function only when a reader does something. */
const ofReader =
  /(?:addEventListener\s{0,9}\(\s{0,9}["'](?!load|pageshow|DOMContentLoaded|readystatechange)\w+["']\s{0,9},|\.on(?!load|pageshow|ready|message)[a-z]+\s{0,9}=|\.(?:on|one|bind|live|delegate)\s{0,9}\([^()]{0,80},|\.(?:click|submit|change|keyup|keydown|focus|blur|hover|mouseenter)\s{0,9}\()\s{0,9}(?:async\s{1,9})?$/;
/** The name that a function is given. */
const naming = /(?<name>[\w$]+)\s{0,9}[=:]\s{0,9}(?:async\s{1,9})?$/;
/** Names of functions that are called when something has loaded or was answered. */
const runByItself = /^(?:on(?:load|ready|pageshow|message)|success|complete|done|callback)/;
const maxHeadLength = 240;

/** True if what begins here is the body of a function that nothing but a reader calls. */
function isHandler(script: string, at: number): boolean {
  const before = script.slice(Math.max(0, at - maxHeadLength), at);
  const head = functionHead.exec(before);
  if (head === null) return false;
  const around = before.slice(0, head.index);
  if (ofReader.test(around)) return true;
  const declared = head.groups?.["declared"] ?? "";
  const name = declared === "" ? (naming.exec(around)?.groups?.["name"] ?? "") : declared;
  return name !== "" && !runByItself.test(name) && !isCalled(script, name);
}

/** True if a script calls a function by its name, or has it called after a time or when the page has loaded. */
function isCalled(script: string, name: string): boolean {
  const written = name.replaceAll("$", "\\$");
  const call = String.raw`(?<!function\s{1,9})(?<![\w$])${written}\s{0,9}\(`;
  const passing = String.raw`(?:set(?:Timeout|Interval)|requestAnimationFrame|ready|\$|then)\s{0,9}\(\s{0,9}${written}(?![\w$])`;
  const loading = String.raw`(?:load|show|Loaded)["']?\s{0,9}[=,]\s{0,9}${written}(?![\w$])`;
  return new RegExp([call, passing, loading].join("|")).test(script);
}

/** True for a text that is run as a script after a time. */
const isTimed = (script: string, at: number): boolean =>
  /\bset(?:Timeout|Interval)\s{0,9}\(\s{0,9}$/.test(script.slice(Math.max(0, at - 40), at));

const delay = /,\s{0,9}(\d{1,9})(?:\s{0,9}\*\s{0,9}(\d{1,9}))?(?:\s{0,9}\*\s{0,9}(\d{1,9}))?\s{0,9}\)/g;

/** False if all delays of a script are longer than those before a departure that nobody waits for. */
function isSoon(script: string, departure: string): boolean {
  if (!/\bset(?:Timeout|Interval)\b/.test(script)) return true;
  const delays = [...script.matchAll(delay)].map(([, ...factors]) =>
    factors.reduce((product, factor = "1") => product * Number(factor), 1),
  );
  const longestMs = departure.includes("reload") ? longestDelayMs.toItself : longestDelayMs.toAnother;
  return delays.length === 0 || delays.some((delayMs) => delayMs <= longestMs);
}
