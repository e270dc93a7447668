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

/** What a classifier reads in a page. */
export interface MessageReading {
  /** Numbers for a regression. */
  readonly features: readonly number[];
  /** The likeliest kind of message. */
  readonly kind: MessageClass;
  /** The sentence that says it best. */
  readonly evidence: string;
}

/** What a reading of a page comes to. */
export const suspicionOf = ({ features, kind, evidence }: MessageReading, weights: readonly number[]): Suspicion => ({
  kind,
  logOdds: weigh(features, weights),
  said: evidence.trim().slice(0, 100),
});

/** The judgement on a page by what it is taken for: a verdict or a doubt above its cut, in log-odds, or undefined. */
export function judgementOn(
  likely: Suspicion | undefined,
  cuts: { readonly verdict: number; readonly doubt: number },
  reasonFor: (said: string) => string,
): Judgement | undefined {
  const isSure = likely !== undefined && likely.logOdds > cuts.verdict;
  return isSure ? { verdict: likely.kind, reason: reasonFor(likely.said) } : doubtAbove(cuts.doubt, likely);
}

/** The judgement on a page that may stand in the way, where too little speaks for it to say so. */
export const doubtAbove = (cut: number, likely: Suspicion | undefined): Judgement | undefined =>
  likely !== undefined && likely.logOdds > cut
    ? { verdict: "ok", reason: "nothing certain speaks against it", doubt: doubtOf(likely) }
    : undefined;

export const doubtOf = ({ kind, logOdds, said }: Suspicion): VerdictDoubt => ({
  verdict: kind,
  chance: Math.round(100 / (1 + Math.exp(-logOdds))) / 100,
  reason: likeness(kind, said),
});
