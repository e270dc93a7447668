import type { Judgement, VerdictEvidence } from "./evidence.ts";
import { javascriptWording } from "./wording.ts";

/** What a header, a spinner and a footer may say around an application that is not there yet. */
const maxShellCharacters = 600;
const maxBareCharacters = 150;
const maxNoticeCharacters = 500;
/** Some applications send their content for browsers without scripts; a notice is shorter. */
const maxNoscriptLength = 600;

/**
 * Finds application shells: pages whose content would be made by scripts. Pages rendered on the server carry the same
 * roots and bundles, but with text in them.
 */
export function findAppShell({ page, isRendered }: VerdictEvidence): Judgement | undefined {
  if (isRendered) return undefined; // there is nothing left that scripts would make
  const { characters, scripts, emptyRoot } = page;
  const judgement = (reason: string): Judgement => ({ verdict: "needs-javascript", reason });
  if (scripts === 0 && page.noscript === "") return undefined;
  if (page.noscript.length > maxNoscriptLength) return undefined;
  if (emptyRoot !== undefined && scripts > 0 && characters <= maxShellCharacters) {
    return judgement(`the application's root (${emptyRoot}) is empty and scripts (${scripts}) would fill it`);
  }
  const notice = javascriptWording.exec(page.noscript)?.[0];
  const speaks = page.headings.length > 0 && page.proseCharacters >= maxBareCharacters / 2;
  if (notice !== undefined && characters <= maxBareCharacters && !speaks) {
    return judgement(`there is hardly any text, and for browsers without scripts the page says "${notice}"`);
  }
  const said = javascriptWording.exec(page.text)?.[0];
  if (said !== undefined && characters <= maxNoticeCharacters)
    return judgement(`the page says "${said}" and little else`);
  if (characters === 0 && scripts > 0 && page.media === 0)
    return judgement(`the page has no text, but ${scripts} scripts`);
  return undefined;
}
