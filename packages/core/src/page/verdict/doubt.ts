import type { VerdictDoubt } from "../../schema/result.ts";
import type { MessageClass } from "./classifier/text-classifier.ts";
import type { Judgement } from "./facts.ts";
import { likeness } from "./warning.ts";
import { weigh } from "./weigh.ts";

/** What a page is taken for. */
export interface Suspicion {
  readonly kind: MessageClass;
  readonly logOdds: number;
  /** The sentence that says it best. */
  readonly said: string;
}

/** What a classifier's reading of a page comes to. */
export const suspicionOf = (
  {
    features,
    kind,
    evidence,
  }: { readonly features: readonly number[]; readonly kind: MessageClass; readonly evidence: string },
  weights: readonly number[],
): Suspicion => ({ kind, logOdds: weigh(features, weights), said: evidence.trim().slice(0, 100) });

export const doubtOf = ({ kind, logOdds, said }: Suspicion): VerdictDoubt => ({
  verdict: kind,
  chance: Math.round(100 / (1 + Math.exp(-logOdds))) / 100,
  reason: likeness(kind, said),
});

/** The judgement on a page that may stand in the way, where too little speaks for it to say so. */
export const doubted = (doubt: VerdictDoubt): Judgement => ({
  verdict: "ok",
  reason: "nothing certain speaks against it",
  doubt,
});
