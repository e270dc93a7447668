import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "../../src/markup/parse.ts";
import { indexElements } from "../../src/page/element-index.ts";
import { finish } from "../../src/collections/steps.ts";
import { removeMachinery } from "../../src/page/clean.ts";
import { readMetadata } from "../../src/page/metadata.ts";
import { bodyOf } from "../../src/page/select.ts";
import { keepMainContent, showAsSeen } from "../../src/transform/main-content.ts";
import { placeLateParts } from "../../src/page/late-parts.ts";
import { factsOf, withContent, type VerdictFacts } from "../../src/page/verdict/verdict.ts";
import type { Verdict } from "../../src/schema/result.ts";

/** A page and the verdict that it should get. */
export interface Example {
  readonly verdict: Verdict;
  /** Kind of page, finer than the verdict. */
  readonly kind: string;
  readonly html: string;
  readonly facts: VerdictFacts;
}

const address = "https://site.example/news/2025/quay";

export function exampleOf(
  verdict: Verdict,
  kind: string,
  page: { readonly html: string; readonly url?: string },
): Example {
  const { html, url = address } = page;
  const document = parse(html);
  const elements = indexElements(document);
  const metadata = readMetadata(elements, url);
  placeLateParts(document, elements);
  const facts = factsOf(document, { status: 200, headers: [], requestedUrl: url, url }, metadata);
  finish(showAsSeen(document, elements, html));
  finish(keepMainContent(document, { url }));
  removeMachinery(document);
  return { verdict, kind, html, facts: withContent(facts, bodyOf(document)) };
}

/** Pages written for the purpose: `seen` ones for rules and weights, `held-out` ones to measure only. */
export const writtenExamples = (set: "seen" | "held-out"): readonly Example[] =>
  readFileSync(new URL(`written/${set}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { verdict, kind, html }: Pick<Example, "verdict" | "kind" | "html"> = JSON.parse(line);
      return exampleOf(verdict, kind, { html });
    });

const fixtures = new URL("../../../testkit/fixtures/verdict/", import.meta.url);

/** The fixtures of the verdict's tests that came with status 200. */
export const fixtureExamples = (verdicts: readonly Verdict[]): readonly Example[] =>
  verdicts.flatMap((verdict) =>
    readdirSync(new URL(`${verdict}/`, fixtures)).flatMap((name) => {
      const html = readFileSync(new URL(`${verdict}/${name}`, fixtures), "utf8");
      return /^<!-- \{.*"(?:status|url)"/.test(html) ? [] : [exampleOf(verdict, verdict, { html })];
    }),
  );

/** Short pages of documentation, as `npm run quality` fetched it: every so many of them, of the sites whose place fits. */
export function documentationExamples(
  folder: string,
  { every, sites = () => true }: { readonly every: number; readonly sites?: (place: number) => boolean },
): readonly Example[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .filter((_, place) => sites(place))
    .flatMap((site) => globSync(`${folder}/${site}/**/*.html`).toSorted())
    .filter((path, index) => index % every === 0 && statSync(path).isFile() && statSync(path).size < 6000)
    .map((path) => ({ html: readFileSync(path, "utf8"), url: `https://docs.example/${path.split("/").at(-1) ?? ""}` }))
    .filter(({ html }) => html.length > 80 && !/http-equiv=.?refresh/i.test(html))
    .map((page) => exampleOf("ok", "documentation", page));
}

const dataSets = ["aeb", "rd", "traf", "wcxb", "mh", "more/traf", "more/wcxb"];

/** All labelled pages of the quality pack: real pages, and hardly one that stands in the way. */
export const packExamples = (pack: string): readonly Example[] =>
  dataSets
    .filter((set) => existsSync(`${pack}/${set}/truth.jsonl.gz`))
    .flatMap((set) =>
      gunzipSync(readFileSync(`${pack}/${set}/truth.jsonl.gz`))
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const { id, url }: { readonly id: string; readonly url?: string } = JSON.parse(line);
          const html = gunzipSync(readFileSync(`${pack}/${set}/html/${id}.html.gz`)).toString("utf8");
          return exampleOf("ok", set, url === undefined || url === "" ? { html } : { html, url });
        }),
    );
