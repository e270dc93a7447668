import { readFileSync } from "node:fs";
import { splitSentences } from "../../src/page/verdict/speech.ts";
import { exampleOf } from "../verdict/examples.ts";
import type { LabelledPage } from "./examples.ts";

const menu = `<nav><a href="/">Home</a> <a href="/about">About</a> <a href="/contact">Contact</a></nav>`;
const layouts: readonly ((title: string, sentences: readonly string[]) => string)[] = [
  (title, sentences) => `<h1>${title}</h1>${paragraphs(sentences)}`,
  (_, sentences) => `<p>${sentences.join(" ")}</p>`,
  (title, sentences) =>
    `${menu}<main><h1>${title}</h1><p>${sentences.join(" ")}</p></main><footer>© 2026 ${title}</footer>`,
  (title, sentences) => `<article><h2>${title}</h2>${paragraphs(sentences)}<a href="/next">Next</a></article>`,
  (title, sentences) => `${menu}<h1>${title}</h1><img src="/one.png" alt="">${paragraphs(sentences)}`,
];

/**
 * Pages of a heading and some sentences, as demonstrations, tests and small sites have them: content that says as little
 * as a page that stands in the way. The lines of `pages/plain.tsv` are language, title and text; every other one is `held-out`.
 */
export function plainPages(set: "seen" | "held-out"): readonly LabelledPage[] {
  return readFileSync(new URL("pages/plain.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line, index) => {
      if ((index % 2 === 0) !== (set === "seen")) return [];
      const [language = "", title = "", text = ""] = line.split("\t");
      return [plainPage({ language, title, text }, Math.floor(index / 2))];
    });
}

interface PlainText {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

function plainPage({ language, title, text }: PlainText, place: number): LabelledPage {
  const sentences = splitSentences(text);
  const body = layouts[place % layouts.length]?.(title, sentences) ?? "";
  const html = `<!doctype html><html lang="${language}"><head><title>${title}</title></head><body>${body}</body></html>`;
  // Its address says what a page is about, or nothing.
  const name = place % 3 === 0 ? title.toLowerCase().replaceAll(/\W+/g, "-") : place % 3 === 1 ? "page" : "";
  const { facts } = exampleOf("ok", "plain", { html, url: `https://site.example/${encodeURIComponent(name)}` });
  return { kind: "content", facts };
}

const paragraphs = (sentences: readonly string[]): string => sentences.map((one) => `<p>${one}</p>`).join("");
