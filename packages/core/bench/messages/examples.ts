import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import {
  textClasses,
  type MessageClass,
  type TextClass,
  type TextModel,
} from "../../src/page/verdict/classifier/text-classifier.ts";
import type { VerdictFacts } from "../../src/page/verdict/facts.ts";
import { Verdict } from "../../src/schema/result.ts";
import { exampleOf, fixtureExamples, packExamples, writtenExamples, type Example } from "../verdict/examples.ts";
import type { LabelledText } from "./fit-texts.ts";

const folder = new URL("./", import.meta.url);

/** A page whose class is known. */
export interface LabelledPage {
  readonly kind: TextClass;
  readonly facts: VerdictFacts;
}

/** What messages are told by: pages and texts, and for each the classifier that has not seen it. */
export interface Lessons {
  readonly written: readonly LabelledPage[];
  readonly real: readonly LabelledPage[];
  readonly texts: readonly LabelledText[];
  readonly readerOfPage: (at: number) => TextModel;
  readonly readerOfText: (at: number) => TextModel;
}

export const isMessage = (kind: TextClass): kind is MessageClass => kind !== "content";

/** The labelled texts: a line each, its class, its language and itself, between tabs. */
export function readTexts(): readonly LabelledText[] {
  return readdirSync(new URL("texts/", folder)).flatMap((file) =>
    linesOf(readFileSync(new URL(`texts/${file}`, folder), "utf8")).map((line) => {
      const [name, , text = ""] = line.split("\t");
      const kind = textClasses.find((known) => known === name);
      if (kind === undefined) throw new Error(`${file}: "${name}" is no class.`);
      return { kind, text, weight: 1 };
    }),
  );
}

/** Pages written to be judged: those of `pages`, by people who knew no rule, those that the gists are fitted on, and the fixtures. */
export const writtenPages = (set: "seen" | "held-out"): readonly LabelledPage[] => [
  ...readPages(set),
  ...(set === "seen" ? readPages("sites") : []),
  ...[...writtenExamples(set), ...(set === "seen" ? fixtureExamples(Verdict.options) : [])].flatMap(labelled),
];

/** The pages of a file of `pages`. */
export const readPages = (set: "seen" | "sites" | "held-out" | "rare-tones"): readonly LabelledPage[] =>
  linesOf(gunzipSync(readFileSync(new URL(`pages/${set}.jsonl.gz`, folder))).toString("utf8")).map((line) => {
    const { kind, url, html } = JSON.parse(line);
    return { kind, facts: exampleOf("ok", kind, { html, url }).facts };
  });

/** The real pages of a quality pack: content, as far as anybody knows. */
export const realPages = (pack: string): readonly LabelledPage[] => packExamples(pack).flatMap(labelled);

/** A page that is empty says nothing, and one that tells of an error may say anything. */
function labelled({ verdict, facts }: Example): readonly LabelledPage[] {
  const name = verdict === "ok" ? "content" : verdict === "error-page" ? "maintenance" : verdict;
  const kind = textClasses.find((known) => known === name);
  return kind === undefined ? [] : [{ kind, facts }];
}

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");
