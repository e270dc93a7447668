import { generator, type LabelledText } from "./fit-texts.ts";
import { isMessage, type LabelledPage } from "./examples.ts";

const passagesOfPage = 8;
const longestPassage = 5;
/** A passage of a page whose words were not chosen for the purpose teaches less than a text. */
const passageWeight = 0.2;
const writtenWeight = 0.8;
const asideWeight = 0.5;

/** What a page says, for the classifier: all of a message, or passages of content. */
export function textsOf({ kind, facts: { page } }: LabelledPage, seed: number, isWritten: boolean): LabelledText[] {
  const said = [...new Set([...page.headings, ...page.sentences])].filter((sentence) => sentence !== "");
  if (said.length === 0) return [];
  if (isMessage(kind)) return [{ kind, text: `${said.join(". ")} ${page.controls.slice(0, 150)}`, weight: 1 }];
  const random = generator(seed + 1);
  return Array.from({ length: passagesOfPage }, () => {
    const at = Math.floor(random() * said.length);
    const text = said.slice(at, at + 1 + Math.floor(random() * longestPassage)).join(". ");
    return { kind, text, weight: isWritten ? writtenWeight : passageWeight };
  });
}

const framedPassage = { least: 60, most: 900 };

/** A passage of a page that can stand as a small page of its own. */
export const passageOf = (page: LabelledPage, seed: number): LabelledText | undefined =>
  textsOf(page, seed, true).find(({ text: { length } }) => length > framedPassage.least && length < framedPassage.most);

/** Every message once more, among the short sentences that stand at the ends of real pages. */
export function amongAsides(texts: readonly LabelledText[], pages: readonly LabelledPage[]): LabelledText[] {
  const asides = pages.flatMap(({ facts: { page } }) =>
    page.sentences.filter(({ length }) => length > 8 && length < 90).slice(-3),
  );
  const random = generator(99);
  const some = (count: number): readonly string[] =>
    Array.from({ length: count }, () => asides[Math.floor(random() * asides.length)] ?? "");
  return texts
    .filter(({ kind }) => isMessage(kind))
    .map(({ kind, text }) => ({
      kind,
      text: [...some(Math.floor(random() * 2)), text, ...some(1 + Math.floor(random() * 3))].join(". "),
      weight: asideWeight,
    }));
}
