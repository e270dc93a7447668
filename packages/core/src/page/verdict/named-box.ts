import type { Element } from "domhandler";
import type { Verdict } from "../../schema/result.ts";

/** A part of a page whose author named it after something that stands in the way. */
export interface NamedBox {
  readonly kind: BoxKind;
  /** The identifier or class, lower case. */
  readonly name: string;
  /** Visible text, normalised. */
  readonly text: string;
  /** Visible characters. */
  readonly characters: number;
  readonly media: number;
  readonly links: number;
  readonly buttons: number;
  /** Fields, choices and buttons of forms. */
  readonly fields: number;
}

/** Kinds of such parts: those of verdicts, and messages of any kind. */
export type BoxKind = Extract<Verdict, "age-gate" | "paywall"> | "alert";

const boxNames: readonly (readonly [BoxKind, RegExp])[] = [
  [
    "age-gate",
    /(?:^|[-_])age[-_]?(?:gat(?:e|ing)|verif\w*|check\w*|confirm\w*|wall|restrict\w*|modal|popup|overlay|screen|prompt|validat\w*|control\w*)(?:$|[-_])|altersab?frage|alters(?:pr(?:ue|ü)f|verif|kontroll|freigabe)|(?:verificacion|verificacao|verifica|controle?)[-_](?:de[-_])?(?:la[-_])?(?:edad|idade|eta|age)|leeftijds?(?:check|controle|verif)|alders?(?:kontroll?|sjekk|tjek|verif)|wiek[-_]?(?:weryf|potw)/,
  ],
  [
    "paywall",
    /(?:^|[-_])(?:pay[-_]?wall|reg(?:istration)?[-_]?wall|pay[-_]?gate|content[-_]?gate|gated(?:[-_]content)?|(?:content[-_])?locked(?:[-_]content)?|subscription[-_](?:wall|required)|subscribe[-_]wall|subscriber[-_]only|members?[-_]only|article[-_]gate|premium[-_](?:content|wall|overlay))(?:$|[-_])/,
  ],
  ["alert", /^(?:alert|notice|message|flash|callout|notification|infobox|hinweis|meldung|aviso)(?:$|[-_])/],
];
const longestName = 200;

/** What a part of a page is named after, by its identifier or a class of it. */
export function boxNameOf({ name: tag, attribs }: Element): Pick<NamedBox, "kind" | "name"> | undefined {
  const { id = "", class: classes = "", role } = attribs;
  if (tag === "html" || tag === "body" || (id === "" && classes === "" && role !== "alert")) return undefined;
  const names = `${id} ${classes}`.slice(0, longestName).toLowerCase().split(/\s+/);
  for (const [kind, wording] of boxNames) {
    const name = names.find((one) => wording.test(one));
    if (name !== undefined) return { kind, name };
  }
  return role === "alert" ? { kind: "alert", name: "alert" } : undefined;
}

/** True for a name that says something about the age of visitors. */
export const isOfAge = (name: string): boolean =>
  boxNames.some(([kind, names]) => kind === "age-gate" && names.test(name));
