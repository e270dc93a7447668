import { z } from "zod";
import { missingFormats } from "../fields/client-keys.ts";
import { nearest } from "./nearest.ts";
import { scrapeOptionFields } from "../scrape.ts";

type RawIssue = z.core.$ZodRawIssue;

/**
 * Explains an invalid value so that its sender can fix it: the expected value, the actual one, and a likely
 * correction. A zod error map; the path of the value goes before its words. Pure.
 */
export function plainWords(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is missing";
      return `must be ${kindOf(issue.expected)}, not ${shown(issue.input)}`;
    case "invalid_value":
      return mustBeOneOf(issue.values, issue.input);
    case "invalid_union":
      return unionWords(issue);
    case "unrecognized_keys":
      return unknownKeys(issue.keys, issue.schema);
    case "too_big":
      return `must ${isNumeric(issue.origin) ? "be" : "have"} ${bound(issue.inclusive ? "at most" : "less than", issue.maximum, issue)}`;
    case "too_small":
      return tooSmall(issue);
    case "invalid_key":
      return issue.issues[0]?.message;
    default:
      return undefined;
  }
}

function unionWords(issue: Extract<RawIssue, { code: "invalid_union" }>): string | undefined {
  const { discriminator, options, input } = issue as { discriminator?: unknown; options?: unknown; input: unknown };
  if (typeof discriminator !== "string" || !Array.isArray(options)) return undefined;
  const fields = typeof input === "object" && input !== null ? Object.entries(input) : [];
  // `custom` is the internal type of the host's formats; callers write the format's name.
  const names = options.filter((option) => option !== "custom");
  return mustBeOneOf(names, fields.find(([name]) => name === discriminator)?.[1]);
}

function mustBeOneOf(values: readonly unknown[], given: unknown): string {
  const names = values.map((value) => `\`${String(value)}\``);
  const choice = names.length > 1 ? `one of ${names.join(", ")}` : names.join("");
  if (given === undefined) return `is missing; it must be ${choice}`;
  const isMissing = typeof given === "string" && missingFormats.has(given) && values.includes("markdown");
  if (isMissing) return `must be ${choice}; the newer format \`${given}\` is not available here`;
  const meant = typeof given === "string" ? meantInstead(given, values.map(String)) : "";
  return `must be ${choice}, not ${shown(given)}${meant === "" ? "" : `. ${meant}`}`;
}

/** The first few keys of a flood are enough. */
const maxNamedKeys = 5;

function unknownKeys(keys: readonly string[], schema: z.core.$ZodType | undefined): string {
  const named = keys.slice(0, maxNamedKeys).map((key) => unknownKey(key, schema));
  const left = keys.length - named.length;
  return [...named, ...(left > 0 ? [`And ${left} more.`] : [])].join(" ");
}

function unknownKey(key: string, schema: z.core.$ZodType | undefined): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const isNested = known.includes("scrapeOptions") && Object.hasOwn(scrapeOptionFields, key);
  return `Unknown key \`${cut(key)}\`. ${isNested ? "It belongs in `scrapeOptions`." : meantInstead(key, known)}`.trim();
}

function meantInstead(word: string, known: readonly string[]): string {
  if (Object.hasOwn(successors, word)) return `Here it is ${successors[word]}.`;
  const meant = nearest(word, known);
  return meant === undefined ? "" : `Did you mean \`${meant}\`?`;
}

/** Names of other versions of the contract, with their equivalents in this one. */
const successors: Readonly<Record<string, string>> = {
  parsePDF: '`parsers`: `["pdf"]`, or `[]` for the file itself',
  jsonOptions: '`formats: [{ "type": "json", "schema": …, "prompt": … }]`',
  extract: '`{ "type": "json", "schema": …, "prompt": … }` in `formats`',
  extractorOptions: '`formats: [{ "type": "json", "schema": …, "prompt": … }]`',
  changeTrackingOptions: '`formats: ["markdown", { "type": "changeTracking", "modes": … }]`',
  "screenshot@fullPage": '`{ "type": "screenshot", "fullPage": true }`',
  question: '`{ "type": "question", "question": … }`',
  query: '`{ "type": "query", "prompt": … }`',
  attributes: '`{ "type": "attributes", "selectors": [{ "selector": …, "attribute": … }] }`',
  highlights: '`{ "type": "highlights", "query": … }`',
  generatePDF: '`{ "type": "pdf" }`',
  pageOptions: "fields of the request itself, such as `onlyMainContent`",
  scrapeOptions: "fields of the request itself, such as `formats`",
  crawlerOptions: "fields of the request itself, such as `limit`",
  geolocation: "`location`",
  maxDepth: "`maxDiscoveryDepth`",
  ignoreSitemap: '`sitemap: "skip"`',
  allowBackwardLinks: "`crawlEntireDomain`",
  includes: "`includePaths`",
  excludes: "`excludePaths`",
  onlyIncludeTags: "`includeTags`",
  removeTags: "`excludeTags`",
  parsers: "`parsePDF`",
};

function tooSmall(issue: Extract<RawIssue, { code: "too_small" }>): string {
  const { origin, minimum, inclusive } = issue;
  if (!isNumeric(origin) && Number(minimum) === 1) return "must not be empty";
  return `must ${isNumeric(origin) ? "be" : "have"} ${bound(inclusive ? "at least" : "more than", minimum, issue)}`;
}

function bound(
  relation: string,
  limit: number | bigint,
  { origin, input }: { origin: string; input?: unknown },
): string {
  if (isNumeric(origin)) return `${relation} ${limit}, not ${shown(input)}`;
  const length = typeof input === "string" || Array.isArray(input) ? `, not ${input.length}` : "";
  return `${relation} ${limit} ${origin === "string" ? "characters" : "entries"}${length}`;
}

function isNumeric(origin: string): boolean {
  return origin === "number" || origin === "int";
}

const kinds: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

function kindOf(expected: string): string {
  return kinds[expected] ?? expected;
}

function shown(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return kindOfObject(value);
  return typeof value === "string" ? JSON.stringify(cut(value)) : String(value);
}

/** The name of an object's class, such as `Headers` or `URL`: "an object" would mislead here. */
function kindOfObject(value: object): string {
  const { constructor } = value;
  const name = typeof constructor === "function" && constructor !== Object ? constructor.name : "";
  return name === "" ? "an object" : `a \`${cut(name)}\``;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
