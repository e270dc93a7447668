import { requireArgument } from "../errors.ts";

/** Options for hiding parts of the URLs in a text. User names and passwords are always hidden. */
export interface RedactOptions {
  /** True if values of query parameters may be seen; they may not when this is not given. */
  readonly showsQueryValues?: boolean | undefined;
}

const hidden = "***";

/**
 * Where a URL may begin: any scheme with its slashes, or one that needs none (WHATWG URL, "special authority ignore
 * slashes state"). It ends at what no URL holds, a space, double quote or bracket; backslashes are only taken in pairs, as a
 * JSON string has them, so that a line of JSON stays one.
 */
const urls = /\b([a-z][a-z0-9+.-]{0,31}:[\\/]{2,}|https?:[\\/]*)((?:[^\s"<>\\]|\\[\\/u])+)/gi;

/**
 * Hides secrets in the URLs of a text, such as a URL itself, an error's message, or a line of a log in JSON: user names
 * and passwords become `***`, and so do the values of query parameters and of parameters in fragments. Their names stay.
 * Takes time in proportion to the text. Pure. Throws BAD_REQUEST for anything but a string.
 */
export function redactUrls(text: string, options: RedactOptions = {}): string {
  requireArgument(typeof text === "string", "redactUrls: `text` must be a string.");
  return text.replace(urls, (_, scheme: string, rest: string) => scheme + redactRest(rest, options));
}

function redactRest(rest: string, { showsQueryValues = false }: RedactOptions): string {
  const afterPath = rest.search(/[?#]/);
  const place = afterPath < 0 ? rest : rest.slice(0, afterPath);
  const parameters = afterPath < 0 ? "" : rest.slice(afterPath);
  return withoutUser(place) + (showsQueryValues ? parameters : withoutValues(parameters));
}

/** Everything up to the last "@" of the authority; also of further URLs of a list with commas, as those of a cluster are. */
function withoutUser(place: string): string {
  return place.replace(/(^|,[a-z][a-z0-9+.-]{0,20}:\/\/)[^/\\]*@/gi, `$1${hidden}@`);
}

function withoutValues(parameters: string): string {
  // A query without names is one value.
  if (!parameters.includes("=")) return parameters.replace(/^\?[^#]+/, `?${hidden}`);
  return parameters.replace(/=[^&;#]*/g, `=${hidden}`);
}
