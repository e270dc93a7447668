import type { Judgement, VerdictFacts } from "./facts.ts";
import { unquoted } from "./speech.ts";
import type { PageSurvey } from "./page-survey.ts";
import { javascriptWording, leavingWording, loadingWording } from "./wording.ts";

/** Longest text of a header, spinner and footer around an application that is not there yet. */
const maxShellCharacters = 600;
const maxBareCharacters = 150;
/** Longest text of its own of an application that is not there yet, whatever its site has around it: a spinner's. */
const maxOwnCharacters = 30;
const maxLoadingCharacters = 60;
const maxNoticeCharacters = 500;
/** A heading with this much text beside it makes a page, if a short one. */
const minSpokenCharacters = 40;
/** Some applications put their content into `noscript`; a notice is shorter. */
const maxNoscriptLength = 600;
/** Notices for browsers without scripts that are about one part of the page. */
const partNotice = /comment|disqus|captcha|video|player|chart|slideshow|kommentar|commentaire|comentario/;
/** Classes and identifiers of an application's loading screen. */
const maxMarkerCharacters = 100;
const loadingMarker = /^(?:[\w-]*[-_])?(?:app-?)?(?:loading|loader|spinner|preloader|splash|skeleton)(?:[-_][\w-]*)?$/;

/**
 * Finds application shells: pages whose content would be made by scripts. Pages rendered on the server carry the same
 * roots and bundles, but with text in them.
 */
export function findAppShell({ page, isRendered, emptyPlace }: VerdictFacts): Judgement | undefined {
  if (isRendered) return undefined; // scripts have nothing left to make
  const { characters, scripts, emptyRoot } = page;
  const judgement = (reason: string): Judgement => ({ verdict: "needs-javascript", reason });
  if (emptyPlace !== undefined && scripts > 0)
    return judgement(`${onlyFrame(emptyPlace)}, which scripts (${scripts}) would fill`);
  if (scripts === 0 && page.noscript === "") return undefined;
  if (page.noscript.length > maxNoscriptLength) return undefined;
  const showsNothing = page.ownCharacters <= maxOwnCharacters && page.ownMedia === 0;
  const isBare = characters <= maxShellCharacters || showsNothing;
  if (emptyRoot !== undefined && scripts > 0 && isBare) {
    return judgement(`the application's root (${emptyRoot}) is empty and scripts (${scripts}) would fill it`);
  }
  const notice = partNotice.test(page.noscript) ? undefined : javascriptWording.exec(page.noscript)?.[0];
  const speaks = page.headings.length > 0 && page.proseCharacters >= minSpokenCharacters;
  if (notice !== undefined && characters <= maxBareCharacters && !speaks) {
    return judgement(`there is hardly any text, and for browsers without scripts the page says "${notice}"`);
  }
  const said = characters > maxNoticeCharacters ? undefined : javascriptWording.exec(unquoted(page.text))?.[0];
  if (said !== undefined) return judgement(`the page says "${said}" and little else`);
  const loading = scripts > 0 && characters <= maxShellCharacters ? loadingSign(page) : undefined;
  if (loading !== undefined) return judgement(`the page ${loading} and has ${scripts} scripts that would fill it`);
  if (characters === 0 && scripts > 0 && page.media === 0)
    return judgement(`the page has no text, but ${scripts} scripts`);
  return undefined;
}

/** The reason for a page that has nothing but the frame of its site, in plain words. */
export const onlyFrame = (emptyPlace: string): string =>
  `nothing but the site's header, menus and footer stands around an empty ${emptyPlace}`;

/** The warning for a page that still waits for something after its scripts have run; undefined for others. */
export function unfinishedWarning({ page, isRendered }: VerdictFacts): string | undefined {
  const sign = isRendered && page.characters <= maxShellCharacters ? loadingSign(page) : undefined;
  if (sign === undefined) return undefined;
  return `The page still ${sign} after its scripts have run: a longer \`waitFor\`, or \`actions\`, may bring the rest.`;
}

/** A sign that more is about to come, below nothing but the site's own words and headings. */
function loadingSign({ ending, characters, markers, headings, links }: PageSurvey): string | undefined {
  const said = ending.filter((sentence) => !headings.includes(sentence));
  if (said.length > 0 && said.every(isOfWaiting)) return `says only "${said[0]}"`;
  if (characters > maxLoadingCharacters || headings.length > 0 || links > 3) return undefined;
  const marker = [...markers].find((name) => name.length <= maxMarkerCharacters && loadingMarker.test(name));
  return marker === undefined ? undefined : `shows only "${marker}"`;
}

const isOfWaiting = (sentence: string): boolean => loadingWording.test(sentence) || leavingWording.test(sentence);
