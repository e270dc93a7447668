import { isLoadingName } from "../application-root.ts";
import { isNamedByAddress } from "./address-words.ts";
import type { Judgement, VerdictFacts } from "./facts.ts";
import { enabling, script } from "./gist-words.ts";
import { consentWording } from "./interstitial-wording.ts";
import { shareOf, splitSentences, unquoted } from "./speech.ts";
import { maxFillableCharacters, type PageSurvey } from "./page-survey.ts";
import { javascriptWording, leavingWording, loadingWording } from "./wording.ts";

/** Longest text of a header, spinner and footer around an application that is not there yet. */
const maxShellCharacters = 600;
const maxBareCharacters = 150;
/** Longest text of its own of an application that is not there yet, whatever its site has around it: a spinner's. */
const maxOwnCharacters = 30;
const maxLoadingCharacters = 60;
/** Most links around a picture that shows that something is loading. */
const maxMenuLinks = 30;
const maxNoticeCharacters = 500;
/** Share of the text about JavaScript for a page that was asked for by its heading to be a notice. */
const minNamedShare = 0.6;
/** A heading with this much text beside it makes a page, if a short one. */
const minSpokenCharacters = 40;
/** Some applications put their content into `noscript`; a notice is shorter. */
const maxNoscriptLength = 600;
/** Notices for browsers without scripts that are about one part of the page. */
const partNotice = /comment|disqus|captcha|video|player|chart|slideshow|kommentar|commentaire|comentario/;
/** Headings of this level and above lead to pages; lower ones stand in footers, too. */
const maxTileLevel = 2;
/** Longest text in the header, menus and asides of a site: more is content that stands in them. */
const maxBesideCharacters = 400;
/** Longest offer at the top of a page with nothing but the frame of its site. */
const maxOfferCharacters = 60;
/** Longest text of a page that has nothing but headings around its empty places. */
const maxHeadedCharacters = 90;
/** Places of a template that a script would fill, and the names of things that are not there, in lower case. */
const unfilledPlace =
  /\{\{[^{}]{1,120}\}\}|\[\[[^[\]]{1,80}\]\]|<%[^%<>]{1,120}%>|\$\{[^{}]{1,80}\}|\[object object\]|\bundefined\b|\bnan\b/g;
const maxTemplateCharacters = 3000;
const leastUnfilled = { places: 2, share: 0.5 };

/**
 * Finds application shells: pages whose content would be made by scripts. Pages rendered on the server carry the same
 * roots and bundles, but with text in them.
 */
export function findAppShell(facts: VerdictFacts): Judgement | undefined {
  const { page, isRendered, emptyPlace } = facts;
  if (isRendered) return undefined; // scripts have nothing left to make
  const { characters, scripts, emptyRoot } = page;
  const judgement = (reason: string): Judgement => ({ verdict: "needs-javascript", reason });
  if (emptyPlace !== undefined && scripts > 0)
    return judgement(`${onlyFrame(emptyPlace)}, which scripts (${scripts}) would fill`);
  if (scripts === 0 && page.noscript === "") return undefined;
  if (page.noscript.length > maxNoscriptLength) return undefined;
  const isBare = (characters <= maxShellCharacters && !speaksItself(page)) || showsNothing(page);
  if (emptyRoot !== undefined && scripts > 0 && isBare) {
    return judgement(`the application's root (${emptyRoot}) is empty and scripts (${scripts}) would fill it`);
  }
  const notice = isSilent(page) ? noticeIn(page.noscript) : undefined;
  if (notice !== undefined)
    return judgement(`there is hardly any text, and for browsers without scripts the page says "${notice}"`);
  const said = characters > maxNoticeCharacters ? undefined : javascriptWording.exec(unquoted(page.text))?.[0];
  if (said !== undefined && !isOfText(facts)) return judgement(`the page says "${said}" and little else`);
  const loading = scripts > 0 ? waitingSign(facts) : undefined;
  if (loading !== undefined) return judgement(`the page ${loading} and has ${scripts} scripts that would fill it`);
  if (characters === 0 && scripts > 0 && page.media === 0)
    return judgement(`the page has no text, but ${scripts} scripts`);
  return undefined;
}

/** True for a page with hardly any text, or with nothing but links around an empty place in its main part. */
function isSilent({ characters, proseCharacters, headings, emptyPlaces, ownSentences }: PageSurvey): boolean {
  if (emptyPlaces.length > 0 && headings.length === 0 && ownSentences.length === 0) return true;
  return characters <= maxBareCharacters && !(headings.length > 0 && proseCharacters >= minSpokenCharacters);
}

/** True under the heading that was asked for: the same words may be what a text says of its subject. */
const isOfText = (facts: VerdictFacts): boolean =>
  isNamedByAddress(facts) && shareOf(facts.page, javascriptWording) < minNamedShare;

/** The demand for scripts to a browser without them, in any words. */
function noticeIn(noscript: string): string | undefined {
  if (partNotice.test(noscript)) return undefined;
  return (
    javascriptWording.exec(noscript)?.[0] ??
    splitSentences(noscript).find((sentence) => script.test(sentence) && enabling.test(sentence))
  );
}

/** The reason for a page that has nothing but the frame of its site, in plain words. */
export const onlyFrame = (emptyPlace: string): string =>
  `nothing but the site's header, menus and footer stands around an empty ${emptyPlace}`;

/** True if nothing can be read outside of the frame of a site. */
const showsNothing = (page: PageSurvey): boolean =>
  page.ownCharacters <= maxOwnCharacters && page.ownLinks <= 1 && isMostlyFrame(page);

/** True for a page with a title and a text of its own below it, however short, or with headings that lead on. */
const speaksItself = ({ sections }: PageSurvey): boolean =>
  sections.filter(({ heading, level }) => level > 0 && level <= maxTileLevel && heading === "").length > 1 ||
  sections.some(({ heading, level, blocks }) => {
    const length = blocks.reduce((sum, block) => sum + block.length, 0);
    return level === 1 && heading !== "" && length >= minSpokenCharacters;
  });

/** Most that a page says of its own where its scripts may have the rest: a title and a sentence about what follows. */
const intro = { proseCharacters: 100, characters: 200, links: 5 };

/**
 * What scripts may fill, on a page with hardly anything else of its own: "an empty #grid". Undefined for other pages. It may be
 * all that there is: only a browser finds out.
 */
export function unfilledPlaceOf({ page, status, isRendered }: VerdictFacts): string | undefined {
  if (isRendered || status >= 400 || page.scripts === 0 || page.ownMedia > 0) return undefined;
  const { characters, ownProseCharacters, ownCharacters, ownLinks, fillable } = page;
  const isBrief =
    characters <= maxFillableCharacters &&
    ownProseCharacters <= intro.proseCharacters &&
    ownCharacters <= intro.characters;
  if (!isBrief || ownLinks > intro.links) return undefined;
  if (fillable !== undefined) return `an empty ${fillable}`;
  const said = page.ownSentences.find((sentence) => sentence.length <= maxOwnCharacters && isOfWaiting(sentence));
  return said && `the place of "${said}"`;
}

/**
 * The place on a short page that shows by itself that scripts are to fill it, whatever the page says beside it: `#rates`.
 * Undefined for others.
 */
export function waitingPlaceOf({ page, status, isRendered }: VerdictFacts): string | undefined {
  if (isRendered || status >= 400 || page.scripts === 0 || page.characters > maxFillableCharacters) return undefined;
  return page.waitingPlace;
}

/** The warning for a page that still waits for something after its scripts have run; undefined for others. */
export function unfinishedWarning(facts: VerdictFacts): string | undefined {
  const sign = facts.isRendered ? waitingSign(facts) : undefined;
  if (sign === undefined) return undefined;
  return `The page still ${sign} after its scripts have run: a longer \`waitFor\`, or \`actions\`, may bring the rest.`;
}

/** True if a page has hardly a word of its own, and no text but in its footer. */
const isMostlyFrame = ({ ownCharacters, ownMedia, besideProseCharacters }: PageSurvey): boolean =>
  ownCharacters <= maxHeadedCharacters && ownMedia === 0 && besideProseCharacters <= maxBesideCharacters;

/** A sign that the page is not finished, to follow "the page". */
const waitingSign = (facts: VerdictFacts): string | undefined =>
  (facts.page.characters <= maxShellCharacters || isMostlyFrame(facts.page) ? loadingSign(facts.page) : undefined) ??
  unfilledSign(facts) ??
  emptySign(facts);

/** Most of the page's own words are places of a template. A heading has to be one: manuals of templates have titles. */
function unfilledSign({ page, content = page }: VerdictFacts): string | undefined {
  if (content.characters > maxTemplateCharacters) return undefined;
  const own = content.sections.filter(({ heading, blocks }) => heading !== "" || blocks.length > 0);
  const heads = own.filter(({ heading }) => heading !== "");
  if (heads.length > 0 && !heads.some(({ heading }) => isUnfilled(heading))) return undefined;
  const text = own.flatMap(({ heading, blocks }) => [heading, ...blocks]).join(" ");
  const places = text.match(unfilledPlace) ?? [];
  if (places.length < leastUnfilled.places || places.join("").length < text.length * leastUnfilled.share)
    return undefined;
  return `shows "${places[0]}" where its words would stand`;
}

const isUnfilled = (heading: string): boolean => !/[\p{L}\p{N}]/u.test(heading.replace(unfilledPlace, ""));

/** The page has nothing but headings around places for content. */
function emptySign({ page, contentCharacters }: VerdictFacts): string | undefined {
  const { emptyPlaces, busyPlace, ownCharacters } = page;
  const isWordy = page.ownProseCharacters > 0 || page.ownLinks > 1 || page.ownFields > 0;
  if (isWordy || !isMostlyFrame(page)) return undefined;
  if (page.sections.every(({ heading }) => heading === "")) {
    // Where the main content is known, it was looked for in the frame, too: that is judged already.
    if (contentCharacters !== undefined && ownCharacters === 0 && busyPlace === undefined) return undefined;
    if (page.besideProseCharacters > maxOfferCharacters) return undefined;
    const place = busyPlace ?? emptyPlaces[0];
    return place && `has nothing but the site's header, menus and footer around an empty ${place}`;
  }
  // A single one may be for a message that comes later.
  const place = busyPlace ?? (emptyPlaces.length > 1 ? emptyPlaces[0] : undefined);
  return place && `has nothing but headings around an empty ${place}`;
}

/** A sign that more is about to come, below nothing but the site's own words and headings. */
function loadingSign(page: PageSurvey): string | undefined {
  const { ending, characters, markers, headings, links, loadingPicture } = page;
  const said = ending.filter((sentence) => !headings.includes(sentence) && !consentWording.test(sentence));
  if (said.length > 0 && said.every(isOfWaiting)) return `says only "${said[0]}"`;
  const showsPicture = page.proseCharacters <= maxOwnCharacters && page.ownMedia === 0 && page.ownFields === 0;
  if (loadingPicture !== undefined && showsPicture && headings.length === 0 && links <= maxMenuLinks)
    return `shows only "${loadingPicture}"`;
  if (characters > maxLoadingCharacters || headings.length > 0 || links > 3) return undefined;
  const marker = [...markers].find(isLoadingName);
  return marker === undefined ? undefined : `shows only "${marker}"`;
}

const isOfWaiting = (sentence: string): boolean => loadingWording.test(sentence) || leavingWording.test(sentence);
