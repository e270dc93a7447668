import { EngineError } from "@garner/core/errors";
import { isObject } from "./body.ts";

/** The server's address, and the client's manners. */
export interface ClientOptions {
  /** The URL above the routes, such as `https://garner.example` or `https://app.example/api/garner`. */
  readonly url: string;
  /** Sent as bearer token; identifies the caller. */
  readonly apiKey?: string | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends the requests; the platform's own `fetch` when not given. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The most retries of a request that the server could not take, or whose connection broke; 3 when not given. */
  readonly maxRetries?: number | undefined;
  /** The longest wait before a retry, in milliseconds; 60000 when not given. An answer that asks for more is thrown. */
  readonly maxRetryDelayMs?: number | undefined;
  /** Waits; rejects when the signal fires. The platform's timers when not given. */
  readonly sleep?: ((delayMs: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** A number from 0 to 1, so that clients don't come back all at once; `Math.random` when not given. */
  readonly random?: (() => number) | undefined;
  /** Makes idempotency keys; random UUIDs when not given. */
  readonly newKey?: (() => string) | undefined;
}

/** {@link ClientOptions}, filled in. */
export type Settings = {
  readonly [Key in Exclude<keyof ClientOptions, "apiKey">]-?: NonNullable<ClientOptions[Key]>;
};

/** Fills in the defaults. Throws BAD_REQUEST for an invalid URL, and for options that would have no effect. */
export function settingsOf(options: ClientOptions): Settings {
  checkOptions(options);
  const { apiKey, ...given } = options;
  checkAddress(given.url);
  const { fetch, sleep = sleepOfPlatform, random = Math.random, newKey = randomUuid } = given;
  const { maxRetries = 3, maxRetryDelayMs = 60_000, headers = {} } = given;
  return {
    ...{ sleep, random, newKey, maxRetries, maxRetryDelayMs },
    url: given.url.replace(/\/+$/, ""),
    headers: apiKey === undefined ? headers : { ...headers, authorization: `Bearer ${apiKey}` },
    // Browsers refuse to call it as a method of anything but the window.
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

type Kind = "string" | "object" | "function" | "number";

const kinds: { readonly [Name in keyof Required<ClientOptions>]: Kind } = {
  url: "string",
  apiKey: "string",
  headers: "object",
  fetch: "function",
  maxRetries: "number",
  maxRetryDelayMs: "number",
  sleep: "function",
  random: "function",
  newKey: "function",
};

function checkOptions(options: unknown): void {
  const wrong = (message: string) => new EngineError("BAD_REQUEST", message);
  if (!isObject(options)) throw wrong("The options of a client must be an object with the server's `url`.");
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof ClientOptions] : undefined;
    if (kind === undefined)
      throw wrong(`Unknown key \`${name}\`; the options are \`${Object.keys(kinds).join("`, `")}\`.`);
    const fits = kind === "number" ? typeof value === "number" && value >= 0 : typeof value === kind && value !== null;
    const article = kind === "object" ? "an" : "a";
    if (value !== undefined && !fits)
      throw wrong(`\`${name}\` must be ${article} ${kind}${kind === "number" ? " that is not negative" : ""}.`);
  }
  if (options["url"] === undefined) throw wrong("`url` is missing.");
}

function checkAddress(address: string): void {
  const wrong = (reason: string) => new EngineError("BAD_REQUEST", `\`url\` must ${reason}.`);
  // A page may give the server's path on its own origin.
  const isPath = address.startsWith("/");
  if (!URL.canParse(address, isPath ? "http://page.invalid" : undefined) || !/^(?:https?:\/\/|\/)/i.test(address))
    throw wrong("be an http or https URL such as `https://garner.example`");
  if (/[?#]/.test(address)) throw wrong("end with the path: the routes of the contract follow it");
  const { username, password } = new URL(address, "http://page.invalid");
  if (username !== "" || password !== "") throw wrong("not have a user name or password: give them as `headers`");
}

async function sleepOfPlatform(delayMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, delayMs);
  const interrupt = () => reject(signal.reason);
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", interrupt);
  }
}

/** A UUID of version 4 (RFC 9562 §5.4). `crypto.randomUUID` is missing on pages that came over plain HTTP. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
