import { redactUrls } from "../url/redact.ts";

const hidden = "***";

/** A value whose name says that it is a secret; in a header, a scheme may stand before it. */
const named =
  /\b((?:api[-_ ]?|access[-_ ]?|secret[-_ ]?)?(?:key|token|secret|password|authorization)"?\s*[:=]\s*"?(?:bearer |basic )?|bearer |basic )[^\s"',;)}\]]{4,}/gi;
/** A key as providers write it, also with its middle left out. */
const prefixed = /\b(?:(?:sk|pk|rk|gsk|xai|tvly|hf|r8|pplx|ghp)[-_][\w*…-]{8,}|(?:AIza|AKIA|BSA)[\w*…-]{16,})/g;
/** A word that only a machine writes: a digest, a UUID, letters and digits at random. */
const opaque = /\b(?=[\w*]*\d)(?=[\w*]*[a-z])[\w*]{20,}|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/**
 * Removes everything that may be a key from a service's message about a failure: services repeat the key that they were
 * sent. Secrets in URLs are removed as well. Time is linear in the text. Pure.
 */
export function withoutKeys(text: string): string {
  return redactUrls(text).replace(named, `$1${hidden}`).replace(prefixed, hidden).replace(opaque, hidden);
}
