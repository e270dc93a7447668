import { isTag, type Element } from "domhandler";
import { textContent } from "domutils";
import { forEachElement } from "../../../markup/elements.ts";
import type { Profile } from "../signals/profile.ts";

/** The words of a link to answer a post, in some fifteen languages. */
const reply =
  /^(?:(?:post )?reply(?: to this)?|antworten|répondre|responder|rispondi|beantwoorden|odpowiedz|odpovědět|válasz|svara?|vastaa|ответить|yanıtla|回复|回覆|返信|답글)$/iu;
/** The words of a link to the post that another answers. */
const parent = /^(?:parent|context)$/iu;
const voteTip = /^(?:up-?vote|vote up)$/i;
const voteName = /(?:^|[\s_-])(?:up-?vot(?:e|er)|vote-?(?:up|arrow|links))(?:[\s_-]|$)/i;

/** A thread has no fewer posts than this. */
const fewestPosts = 2;

/** Types of schema.org, and of Open Graph, whose pages have comments below the text. */
export const ofArticle = /^(?:article|\w*newsarticle|blogposting|report|review)$/;

/**
 * True for a page of posts that answer one another: each can be answered, and most can be voted on or lead to the post that
 * they answer. Programs of this kind set all of it in tables or boxes and declare nothing. Linear in the size of the page.
 */
export function isThread({ page, texts, signs }: Profile): boolean {
  if (ofArticle.test(signs.openGraphType) || [...signs.types].some((type) => ofArticle.test(type))) return false;
  let replies = 0;
  for (const text of texts) if (partsOf(text).some((part) => reply.test(part))) replies += 1;
  if (replies < fewestPosts) return false;
  let [votes, parents] = [0, 0];
  forEachElement(page.root.element, (element) => {
    if (isVote(element)) votes += 1;
    else if (element.name === "a" && parent.test(wordsOf(element))) parents += 1;
  });
  return Math.max(votes, parents) >= Math.max(fewestPosts, replies / 2);
}

/** The parts of a line between bars or points. */
const partsOf = (line: string): readonly string[] => line.split(/[|·•]/).map((part) => part.trim());

/** True for what readers vote with. */
export const isVote = ({ attribs }: Element): boolean =>
  voteTip.test(attribs["title"] ?? attribs["aria-label"] ?? "") || voteName.test(attribs["class"] ?? "");

const wordsOf = (link: Element): string => (link.children.some(isTag) ? "" : textContent(link).trim());
