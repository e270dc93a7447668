import type { Verdict, VerdictDoubt } from "../../schema/result.ts";
import type { Judgement } from "./facts.ts";

const meanings: Readonly<Record<Exclude<Verdict, "ok">, string>> = {
  blocked: "The site did not let us see this page",
  "soft-404": "This looks like a page that does not exist, although the server did not say so",
  "login-wall": "This page is only for people who are signed in",
  paywall: "Only a part of this page is free to read",
  "consent-wall": "This page asks for consent before it shows anything else",
  "age-gate": "This page asks for the visitor's age before it shows anything else",
  maintenance: "The site is being worked on, although the server did not say so",
  "error-page": "The page says that something went wrong, although the server did not say so",
  "parked-domain": "Nobody uses this address",
  empty: "This page has no text of its own",
  "needs-javascript": "This page shows its content only with JavaScript; pass a page source with a browser",
};

interface DoubtWords {
  /** A noun for such a page, after "reads like". */
  readonly like: string;
  readonly help: string;
}

const doubtWords: Readonly<Record<VerdictDoubt["verdict"], DoubtWords>> = {
  blocked: { like: "a captcha or a refusal", help: 'proxy: "stealth", a browser or fewer requests may help' },
  "soft-404": { like: "a page that does not exist", help: "another address may help" },
  "login-wall": { like: "a demand to sign in", help: "a page source with a session may help" },
  paywall: { like: "a paywall", help: "the rest is for subscribers" },
  "consent-wall": { like: "a demand for consent", help: "a browser or another country may help" },
  "age-gate": { like: "a question for the visitor's age", help: "actions in a browser may help" },
  maintenance: { like: "a site that is being worked on", help: "another time may help" },
  "error-page": { like: "a failure", help: "another time may help" },
  "parked-domain": { like: "an address that nobody uses", help: "another address may help" },
  empty: { like: "nothing", help: "a browser may help" },
  "needs-javascript": { like: "a demand for JavaScript", help: "a page source with a browser may help" },
};

/** The evidence of a doubt: a quote, and a page that has such words. */
export const likeness = (verdict: VerdictDoubt["verdict"], said: string): string =>
  `"${said}" reads like ${doubtWords[verdict].like}`;

/** The warning about a verdict, or about a doubt of `ok`, in plain words; undefined for `ok` without one. */
export function warningFor({ verdict, reason, doubt }: Judgement): string | undefined {
  if (verdict !== "ok") return `${meanings[verdict]}: ${reason}.`;
  if (doubt === undefined) return undefined;
  const { help } = doubtWords[doubt.verdict];
  return `This page may stand in the way of the one that was asked for: ${doubt.reason}. If it is one, ${help}.`;
}
