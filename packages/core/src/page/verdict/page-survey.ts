import type { NamedBox } from "./named-box.ts";
import { normalise } from "./normalise.ts";
import { endingOf, newSpeech, ownSentencesOf, sectionsOf, sentencesOf, type Section } from "./speech.ts";

/** Facts about a page for the verdict, gathered in one walk before anything is removed from it. */
export interface PageSurvey {
  /** Visible text, {@link normalise}d, up to {@link maxTextLength} characters. */
  readonly text: string;
  /** Visible characters that are not white space; a Han, Kana or Hangul character counts as two. */
  readonly characters: number;
  /** The same, without links, buttons and form controls. */
  readonly proseCharacters: number;
  /** The same, outside of what a site has around its pages. */
  readonly ownCharacters: number;
  /** Those that say something: outside of controls, headings, links within the page and a {@link busyPlace}. */
  readonly ownProseCharacters: number;
  /** The same in the site's header, menus and asides. */
  readonly besideProseCharacters: number;
  /** Normalised text of the first links, buttons and options. */
  readonly controls: string;
  /** The page's text, normalised, without blocks of mostly links and controls; the first few thousand characters. */
  readonly sentences: readonly string[];
  /** Those of these sentences that stand outside the site's chrome. */
  readonly ownSentences: readonly string[];
  /** The last of these sentences. */
  readonly ending: readonly string[];
  /** The page's own text by its headings, normalised. */
  readonly sections: readonly Section[];
  /** Normalised text of `title`. */
  readonly title: string;
  /** Normalised texts of the first headings of level one and two. */
  readonly headings: readonly string[];
  /** Normalised text inside `noscript`. */
  readonly noscript: string;
  /** Classes and identifiers of `html` and `body`, lower case. */
  readonly pageClasses: ReadonlySet<string>;
  /** Classes and identifiers of all elements, lower case. */
  readonly markers: ReadonlySet<string>;
  /** Those of elements that can be seen. */
  readonly shownMarkers: ReadonlySet<string>;
  /** Addresses of scripts, frames, images and forms, one a line, lower case. */
  readonly resources: string;
  /** Addresses of the first links outside of what a site has around its pages, one a line, lower case. */
  readonly addresses: string;
  /** The beginning of every inline script, and what the body runs when it has loaded. */
  readonly inlineScripts: string;
  /** `content` of every `meta` by its name, property or `http-equiv`, lower case. */
  readonly metas: ReadonlyMap<string, string>;
  readonly scripts: number;
  readonly links: number;
  /** Links outside what a site has around its pages. */
  readonly ownLinks: number;
  /** The name of a visible picture outside the site's chrome that shows that something is loading, such as `loader.gif`. */
  readonly loadingPicture: string | undefined;
  /** Pictures, videos, frames and the like. */
  readonly media: number;
  /** Frames of a `frameset`, which hold pages of their own. */
  readonly frames: number;
  /** Those that can be seen outside of what a site has around its pages, and formulas; drawings (SVG) aside. */
  readonly ownMedia: number;
  readonly passwordFields: number;
  /** Fields that a person fills in, passwords included. */
  readonly fields: number;
  /** Fields, choices and buttons of forms outside what a site has around its pages. */
  readonly ownFields: number;
  /** Buttons outside what a site has around its pages. */
  readonly ownButtons: number;
  /** Visible fields for whole messages. */
  readonly messageFields: number;
  /** Boxes to tick and choices to make. */
  readonly choices: number;
  /** Elements of written content: code, definitions, quotations, dates, addresses, captions. */
  readonly writings: number;
  /** The name of an application's root element that holds next to no text, such as `#root`. */
  readonly emptyRoot: string | undefined;
  /** The first parts outside the site's chrome that are named after something that stands in the way. */
  readonly boxes: readonly NamedBox[];
  /** The characters in the first form outside the site's chrome that is a captcha: one field for words beside a picture of that name. */
  readonly captchaCharacters: number | undefined;
  /** Names of the empty elements in the main one that scripts would fill, such as `#results`. */
  readonly emptyPlaces: readonly string[];
  /** The name of the first element near the top, outside of the site's chrome, that scripts may fill, such as `#grid`. */
  readonly fillable: string | undefined;
  /** The mark of an element that declares itself unfinished and holds next to no text, such as `<div aria-busy="true">`. */
  readonly busyPlace: string | undefined;
  /**
   * The name of the first element that shows by itself that its content is still to come: a table with a head and no rows, a
   * place with nothing but a spinner, a {@link busyPlace}.
   */
  readonly waitingPlace: string | undefined;
}

/** Most characters of {@link PageSurvey.text}. */
export const maxTextLength = 20_000;
/** Longest part of an address that is kept. */
export const maxAddressLength = 300;
/** Longest text of a page, with the frame of its site, of which scripts may still fill a place. */
export const maxFillableCharacters = 1500;

/** Parts of a survey that are put together only when asked for. */
type Texts = Pick<
  PageSurvey,
  | "text"
  | "controls"
  | "sentences"
  | "ownSentences"
  | "sections"
  | "ending"
  | "title"
  | "headings"
  | "noscript"
  | "markers"
  | "shownMarkers"
  | "resources"
  | "addresses"
  | "inlineScripts"
>;

/**
 * A survey in the making: counts go up, and texts pile up in parts. Rarely needed texts are put together on demand,
 * since most pages are too long to be anything but the requested one. This is a class because V8 keeps the accessors of
 * a single object, and all they close over, until it collects the old generation.
 */
export class Draft implements PageSurvey {
  characters = 0;
  proseCharacters = 0;
  ownCharacters = 0;
  ownProseCharacters = 0;
  besideProseCharacters = 0;
  scripts = 0;
  links = 0;
  ownLinks = 0;
  media = 0;
  frames = 0;
  ownMedia = 0;
  passwordFields = 0;
  fields = 0;
  ownFields = 0;
  ownButtons = 0;
  messageFields = 0;
  choices = 0;
  writings = 0;
  loadingPicture: string | undefined = undefined;
  emptyRoot: string | undefined = undefined;
  readonly boxes: NamedBox[] = [];
  captchaCharacters: number | undefined = undefined;
  /** Visible elements that are named after captchas. */
  captchas = 0;
  /** Fields for words that are not the visitor's own: no name, address, password or search. */
  wordFields = 0;
  readonly emptyPlaces: string[] = [];
  fillable: string | undefined = undefined;
  busyPlace: string | undefined = undefined;
  waitingPlace: string | undefined = undefined;
  readonly pageClasses = new Set<string>();
  readonly metas = new Map<string, string>();
  /** Different `class` and `id` attributes of elements that can be seen. */
  readonly names = new Set<string>();
  /** The same of elements that are hidden. */
  readonly hiddenNames = new Set<string>();
  readonly speech = newSpeech();
  readonly parts: Parts = {
    title: undefined,
    textLength: 0,
    scriptsLength: 0,
    text: [],
    controls: [],
    noscript: [],
    headings: [],
    resources: [],
    addresses: [],
    inlineScripts: [],
  };
  readonly #made: { -readonly [Name in keyof Texts]?: Texts[Name] } = {};

  get text(): string {
    return (this.#made.text ??= normalise(this.parts.text.join("")).slice(0, maxTextLength));
  }
  get controls(): string {
    return (this.#made.controls ??= normalise(this.parts.controls.join(" ")));
  }
  get sentences(): readonly string[] {
    return (this.#made.sentences ??= sentencesOf(this.speech).map(normalise));
  }
  get ownSentences(): readonly string[] {
    return (this.#made.ownSentences ??= ownSentencesOf(this.speech).map(normalise));
  }
  get sections(): readonly Section[] {
    return (this.#made.sections ??= sectionsOf(this.speech).map(normalised));
  }
  get ending(): readonly string[] {
    return (this.#made.ending ??= endingOf(this.speech).map(normalise));
  }
  get title(): string {
    return (this.#made.title ??= normalise(this.parts.title ?? ""));
  }
  get headings(): readonly string[] {
    return (this.#made.headings ??= this.parts.headings.map(normalise));
  }
  get noscript(): string {
    return (this.#made.noscript ??= normalise(this.parts.noscript.join(" ")));
  }
  get markers(): ReadonlySet<string> {
    return (this.#made.markers ??= new Set([...this.names, ...this.hiddenNames].flatMap(markersOf)));
  }
  get shownMarkers(): ReadonlySet<string> {
    return (this.#made.shownMarkers ??= new Set([...this.names].flatMap(markersOf)));
  }
  get resources(): string {
    return (this.#made.resources ??= this.parts.resources.join("\n").toLowerCase());
  }
  get addresses(): string {
    return (this.#made.addresses ??= this.parts.addresses.join("\n").toLowerCase());
  }
  get inlineScripts(): string {
    return (this.#made.inlineScripts ??= this.parts.inlineScripts.join("\n"));
  }
}

const normalised = ({ heading, level, blocks, labels }: Section): Section => ({
  heading: normalise(heading),
  level,
  blocks: blocks.map(normalise).filter((block) => block !== ""),
  labels: normalise(labels),
});

/** Texts of a page as they stand in it. */
interface Parts {
  title: string | undefined;
  textLength: number;
  scriptsLength: number;
  readonly text: string[];
  readonly controls: string[];
  readonly noscript: string[];
  readonly headings: string[];
  readonly resources: string[];
  readonly addresses: string[];
  readonly inlineScripts: string[];
}

/** The names in an attribute, lower case. */
export const markersOf = (source: string): readonly string[] =>
  source
    .toLowerCase()
    .split(/\s+/)
    .filter((marker) => marker !== "");
