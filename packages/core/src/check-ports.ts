import { z } from "zod";
import type { StoresConfig } from "./config.ts";
import type { Hooks } from "./extensions/hooks.ts";
import type { BodyParser } from "./ports/body-parser.ts";
import type { Clock } from "./ports/clock.ts";
import type { PageSource } from "./ports/page-source.ts";
import type { SearchProvider } from "./ports/search-provider.ts";
import type { TextRecognizer } from "./ports/text-recognizer.ts";
import { isFunction, option } from "./schema/input/check-options.ts";
import { nearest } from "./schema/input/nearest.ts";
import type { Transformer } from "./transform/transformer.ts";

/** True for any object, a list or one of a class too. */
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isSet = (value: unknown): boolean => isObject(value) && isFunction(Reflect.get(value, "has"));

/** The test of each member that an object must have. */
type Members<Port> = Readonly<Partial<Record<keyof Port & string, (value: unknown) => boolean>>>;

const lacking = (value: object, members: Readonly<Record<string, (value: unknown) => boolean>>): string | undefined =>
  Object.entries(members).find(([name, fits]) => !fits(Reflect.get(value, name)))?.[0];

/** An object of the host's with the members of its port; it may have more, and a class of its own. */
function port<Port>(members: Members<Port>) {
  const wanted = members as Readonly<Record<string, (value: unknown) => boolean>>;
  return z.custom<Port>((value) => isObject(value) && lacking(value, wanted) === undefined, {
    error: ({ input }) =>
      isObject(input) ? `lacks \`${lacking(input, wanted)}\`, or it is not what the port says` : "must be an object",
  });
}

/** The same for a port that is functions only. */
const functions = <Port>(...names: readonly (keyof Port & string)[]) =>
  port<Port>(Object.fromEntries(names.map((name) => [name, isFunction])) as Members<Port>).optional();

/**
 * An object whose members of these names are what they should be. A slip of the pen for one of them is refused, because it
 * would have no effect; whatever else there is belongs to the host.
 */
export function hosted<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape);
  return z.looseObject(shape).check(({ value, issues }) => {
    for (const key of Object.keys(value).filter((each) => !names.includes(each))) {
      const meant = nearest(key, names);
      if (meant === undefined) continue;
      issues.push({ code: "custom", input: value, message: `Unknown key \`${key}\`. Did you mean \`${meant}\`?` });
    }
  });
}

type Stores = Required<{ readonly [Name in keyof StoresConfig]: NonNullable<StoresConfig[Name]> }>;

const jobWriting = ["create", "append", "recall", "complete", "settle", "setPaused", "purge"] as const;
const jobReading = ["get", "active", "lastPageAt", "pages", "events", "errors", "decisions"] as const;
const indexing = ["put", "remove", "search", "list", "countLinksTo", "readSnapshot", "writeSnapshot"] as const;
const keyv = { get: isFunction, set: isFunction, on: isFunction, off: isFunction };
const isCache = (value: unknown) => value === false || (isObject(value) && lacking(value, keyv) === undefined);

/** The `stores` of a configuration. */
export const storesSchema = hosted({
  jobs: functions<Stores["jobs"]>(...jobWriting, ...jobReading),
  scrapes: functions<Stores["scrapes"]>("keep", "get"),
  queue: functions<Stores["queue"]>("push", "consume"),
  ledger: functions<Stores["ledger"]>("charge", "usage"),
  limiter: functions<Stores["limiter"]>("take", "report"),
  deliveries: functions<Stores["deliveries"]>("position", "advance", "save", "get", "list", "forget"),
  pageIndex: functions<Stores["pageIndex"]>(...indexing),
  cache: z.custom(isCache, "must be a Keyv, such as `new Keyv({ store })`, or false").optional(),
  blobs: functions<Stores["blobs"]>("put"),
} satisfies Record<keyof StoresConfig, z.ZodType>);

/** A function of the host's. */
export const callback = option.callback.optional();

/** The `hooks` of a configuration. */
export const hooksSchema = hosted({
  beforeCapture: callback,
  afterCapture: callback,
  document: callback,
  afterContent: callback,
} satisfies Record<keyof Hooks, z.ZodType>);

const provider = port<SearchProvider>({ sources: isSet, operators: isSet, search: isFunction });

/** The `search` of a configuration, one provider or several, as a list. */
export const searchSchema = z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(provider));

const sourceMembers = { capabilities: isSet, capture: isFunction };

/** True for something that captures pages, as far as can be told without asking it for one. Pure. */
export function isPageSource(value: unknown): value is PageSource {
  return isObject(value) && lacking(value, sourceMembers) === undefined;
}

export const clockSchema = functions<Clock>("now", "monotonic", "sleep", "deadline");
export const transformerSchema = functions<Transformer>("transform");
export const recognizerSchema = functions<TextRecognizer>("recognize");
export const parsersSchema = z.array(port<BodyParser>({ mediaTypes: Array.isArray, parse: isFunction })).optional();
