import { isNamedByAddress } from "./address-words.ts";
import { isNamedMissing, pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import { firstSectionOf, readFirst } from "./first-section.ts";
import { asksForLogin } from "./login-wall.ts";
import { declaresContent } from "./notice.ts";
import type { PageSurvey } from "./page-survey.ts";
import { unquoted } from "./speech.ts";
import { titleWordings } from "./title-words.ts";

/** A longer part of a title names a text, and a longer section is one. */
const longest = { part: 60, section: 450 };
/** Evidence for a message in the first section; one in words that the classifier does not know has a little more. */
const leastEvidence = -1.5;

/**
 * Finds a message by the title of its page, however much a site has around it. Sites have stock titles for messages, also
 * where they word the messages themselves. What stands below the heading is short, and no text about such messages.
 */
export function findTitled(facts: VerdictFacts): Judgement | undefined {
  const { page, requestedUrl, isDocument } = facts;
  const title = titleOf(page);
  if (title === undefined || isDocument || declaresContent(facts) || isNamedByAddress(facts)) return undefined;
  const { verdict, part } = title;
  if (verdict === "login-wall" ? asksForLogin(requestedUrl) : isNamedMissing(requestedUrl)) return undefined;
  // A manual has a page for each status.
  const status = /\d{3}/.exec(part)?.[0];
  if (status !== undefined && pathOf(requestedUrl).includes(status)) return undefined;
  const first = firstSectionOf(page);
  if (first === undefined || first.length > longest.section || readFirst(first).message < leastEvidence)
    return undefined;
  return { verdict, reason: `the title says "${part}", and the page "${(first.said[0] ?? "").trim().slice(0, 100)}"` };
}

/** The message of which a part of the title is all. */
function titleOf({ title }: PageSurvey) {
  const parts = unquoted(title)
    .split(/ (?:[|\u2013\u2014•·:»«-]|::|--) /)
    .map((part) => part.trim());
  for (const part of parts.filter(({ length }) => length <= longest.part)) {
    const found = titleWordings.find(({ wording }) => wording.test(part));
    if (found !== undefined) return { verdict: found.verdict, part };
  }
  return undefined;
}
