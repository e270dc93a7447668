import type { VerdictDoubt } from "../../schema/result.ts";
import type { MessageClass } from "./classifier/text-classifier.ts";
import { likeness } from "./warning.ts";
import { weigh } from "./weigh.ts";

/** Log-odds from which on a page gets a verdict, or a doubt. */
export interface MessageCuts {
  readonly verdict: number;
  readonly doubt: number;
}

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

/** A doubt of `ok`, for what a page is taken for. */
export const doubtOf = ({ kind, logOdds, said }: Suspicion): VerdictDoubt => ({
  verdict: kind,
  chance: Math.round(100 / (1 + Math.exp(-logOdds))) / 100,
  reason: likeness(kind, said),
});
