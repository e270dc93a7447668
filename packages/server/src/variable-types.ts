import { EngineError, messageOfThrown, nearest, parseInput, PolitenessInput, redactUrls } from "@garner/core";
import { z } from "zod";

// The types of environment variables, each with the words in which a bad value is refused; `title` stands in the docs.

/** Refuses a value by showing it. */
const words = (complaint: string) => ({
  error: ({ input }: { readonly input?: unknown }) => `${JSON.stringify(redactUrls(String(input)))} ${complaint}.`,
});

const not = (what: string) => words(`is not ${what}`);

const highestPort = 65_535;
const portWords = not(`a port: a whole number from 0 to ${highestPort}`);

/** A port number; 0 for a free one. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, portWords)
  .refine((digits) => Number(digits) <= highestPort, portWords)
  .transform(Number)
  .meta({ title: `number from 0 to ${highestPort}` });

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number) {
  const complaint = not(`a whole number from ${least} to ${most}`);
  return z
    .string()
    .regex(/^\d{1,15}$/, complaint)
    .refine((digits) => Number(digits) >= least && Number(digits) <= most, complaint)
    .transform(Number)
    .meta({ title: `number from ${least} to ${most}` });
}

const truthy = ["true", "yes", "on", "1"];
const falsy = ["false", "no", "off", "0"];

/** Yes or no. */
export const flag = z
  .stringbool({ truthy, falsy, ...words("is neither `true` nor `false`") })
  .meta({ title: "`true` or `false`" });

/** Several values. */
export const commaList = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim()))
  .meta({ title: "list, comma separated" });

/** Names of headers. */
export const headerNames = commaList
  .refine((names) => names.every((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name)), {
    error: ({ input }) =>
      `${JSON.stringify(String(input))} must be names of headers, comma separated: letters, digits and hyphens, without spaces.`,
  })
  .meta({ title: "list, comma separated" });

/** True if a word was probably meant as a {@link flag}: a letter is wrong, or some have changed places. */
function isNearlyFlag(word: string): boolean {
  const letters = (text: string) => [...text.toLowerCase()].toSorted().join("");
  const longer = [...truthy, ...falsy].filter((flagWord) => flagWord.length > 2);
  return nearest(word, longer) !== undefined || longer.some((flagWord) => letters(flagWord) === letters(word));
}

/** Yes, no, or several values. */
export const flagOrList = z
  .union([flag, commaList])
  .refine(
    (value) => typeof value === "boolean" || !value.some(isNearlyFlag),
    words(
      "is neither `true` nor `false`, and a list of hosts has hardly one of that name: write one of that name with its port",
    ),
  )
  .meta({ title: "`true`, `false` or list, comma separated" });

/** Any text. */
export const text = z.string().min(1).meta({ title: "text" });

/** A key that can't be guessed. It is never shown. */
export const secretKey = z
  .string()
  .min(16, { error: "It is too short for a key: 16 characters at least." })
  .meta({ title: "text, 16 characters at least" });

/** An address of the web. */
export const webUrl = z
  .url({ protocol: /^https?$/, ...not("an http or https URL") })
  .meta({ title: "http or https URL" });

/** A proxy server, with or without credentials. */
export const proxyUrl = z
  .url({ protocol: /^(?:https?|socks5)$/, ...not("an http, https or socks5 URL") })
  .meta({ title: "http, https or socks5 URL" });

const redisServer = z.url({ protocol: /^rediss?$/ });
const redisSocket = /^unix:\/\/\/\S+$/;
const redisTitle = "redis, rediss or unix URL, or several of a cluster, comma separated";

/** A Redis server, its socket on this machine, or some nodes of a cluster. */
export const redisUrl = z
  .string()
  .refine(
    (value) => redisSocket.test(value) || value.split(",").every((node) => redisServer.safeParse(node).success),
    not(`a ${redisTitle}`),
  )
  .meta({ title: redisTitle });

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z
    .enum(words, not(`one of ${words.join(", ")}`))
    .meta({ title: words.map((word) => `\`${word}\``).join(", ") });
}

/** A value of a schema, written as JSON. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((written, context): z.output<Schema> => {
      try {
        return parseInput(schema, JSON.parse(written));
      } catch (thrown) {
        context.addIssue({ code: "custom", message: complaintOf(thrown) });
        return z.NEVER;
      }
    })
    .meta({ title: "JSON object" });
}

function complaintOf(thrown: unknown): string {
  if (EngineError.is(thrown)) return thrown.message.replace(/^The request /, "It ");
  return `This is not JSON: ${messageOfThrown(thrown)}.`;
}

/** The manners of crawls at the sites they visit. */
export const politeness = json(PolitenessInput);
