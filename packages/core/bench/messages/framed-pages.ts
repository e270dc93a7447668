import { splitSentences } from "../../src/page/verdict/speech.ts";
import type { PageSurvey } from "../../src/page/verdict/page-survey.ts";
import { isMessage, type LabelledPage } from "./examples.ts";
import { generator, type LabelledText } from "./fit-texts.ts";

const wide = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/gu;
const shareOf = {
  bare: 0.25,
  named: 0.4,
  headed: 0.6,
  titled: 0.3,
  foreignMessages: 0.4,
  foreignContent: 0.08,
  quoting: 0.15,
  hosted: 0.5,
  marked: 0.6,
};
const site = "https://site.example/";

/**
 * Small pages made of the texts: each in the frame of a real page, with some of the short sentences at its end, its menu
 * and its title. As obstacles stand at any address, they sometimes have the real page's; as articles quote messages, some
 * content begins with the first words of one. What stands in brackets becomes a control.
 */
export function framedPages(
  texts: readonly LabelledText[],
  { real, messages = texts }: { readonly real: readonly LabelledPage[]; readonly messages?: readonly LabelledText[] },
): readonly LabelledPage[] {
  const random = generator(5);
  const quotable = messages.flatMap(({ kind, text }) => (isMessage(kind) ? sentencesIn(text).slice(0, 1) : []));
  const pick = (): LabelledPage => {
    const page = real[Math.floor(random() * real.length)];
    if (page === undefined) throw new Error("Frames need real pages: get the quality pack.");
    return page;
  };
  return texts.map(({ kind, text: written }) => {
    const { facts: frame } = pick();
    const quoted = quotable[Math.floor(random() * quotable.length)];
    const isQuoting = !isMessage(kind) && random() < shareOf.quoting && quoted !== undefined;
    const text = isQuoting ? `${quoted} ${written}` : written;
    const isForeign = random() < (isMessage(kind) ? shareOf.foreignMessages : shareOf.foreignContent);
    const page = framed(text, { frame: frame.page, siteName: lastPart(pick().facts.page.title), random });
    const requestedUrl = isForeign ? frame.requestedUrl : site;
    const isHosted = kind === "parked-domain" && random() < shareOf.hosted;
    const headings = isHosted ? [new URL(requestedUrl).hostname, ...page.headings] : page.headings;
    return {
      kind,
      facts: { ...frame, page: { ...page, headings }, requestedUrl, url: requestedUrl, jsonLd: [] },
    };
  });
}

interface Frame {
  readonly frame: PageSurvey;
  readonly siteName: string;
  readonly random: () => number;
}

function framed(text: string, { frame, siteName, random }: Frame): PageSurvey {
  const sentences = sentencesIn(text);
  const [first = ""] = sentences;
  const isBare = random() < shareOf.bare;
  const asides = frame.sentences.filter(({ length }) => length > 8 && length < 90).slice(-4);
  const head = !isBare && random() < shareOf.named ? [siteName] : [];
  const all = [...head, ...sentences, ...(isBare ? [] : asides.slice(Math.floor(random() * 4)))];
  const menu = isBare ? "" : frame.controls.slice(0, 30 + random() * 90);
  const buttons = [...text.matchAll(/\[([^\]]+)\]/g)].map(([, label = ""]) => label.toLowerCase()).join(" ");
  const controls = random() < 0.5 ? `${buttons} ${menu}` : `${menu} ${buttons}`;
  const isHeaded = sentences.length > 1 && first.length < 60 && random() < shareOf.headed;
  const proseCharacters = charactersOf(all.join(""));
  // A site whose markup doesn't say what stands around has nothing but its own.
  const isMarked = random() < shareOf.marked;
  const links = isBare ? Math.floor(random() * 3) : 2 + Math.floor(random() * 22);
  // What a survey makes when it is asked is not copied with it.
  const { sections, ending, noscript, markers, resources, inlineScripts } = frame;
  return {
    ...{ ...frame, sections, ending, noscript, markers, resources, inlineScripts },
    sentences: all,
    ownSentences: isMarked ? sentences : all,
    headings: isHeaded ? [first] : [],
    title: random() < shareOf.titled ? first : siteName,
    controls,
    text: `${all.join(" ")} ${controls}`,
    proseCharacters,
    characters: proseCharacters + charactersOf(controls),
    links,
    ownLinks: isMarked ? Math.floor(random() * Math.min(8, links)) : links,
    fields: random() < 0.2 ? 1 : 0,
    media: random() < 0.6 ? 1 : 0,
    messageFields: 0,
    passwordFields: 0,
    metas: new Map(),
  };
}

/** What a text says, as a survey of its page would have it; labels of its buttons aside. */
export const sentencesIn = (text: string): readonly string[] =>
  splitSentences(
    text
      .replace(/\[[^\]]+\]/g, "")
      .toLowerCase()
      .replaceAll("\u2026", "..."),
  )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

const lastPart = (title: string): string => title.split(/ [|–-] /).at(-1) ?? "";
const charactersOf = (text: string): number => text.replace(/\s/g, "").length + (text.match(wide)?.length ?? 0);
