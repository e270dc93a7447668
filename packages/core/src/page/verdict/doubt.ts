import type { VerdictDoubt } from "../../schema/result.ts";
import type { MessageClass } from "./classifier/text-classifier.ts";
import { likeness } from "./warning.ts";
import { weigh } from "./weigh.ts";

/** Log-odds from which a page gets a verdict or a doubt. */
export interface MessageCuts {
  readonly verdict: number;
  readonly doubt: number;
}

/** The likeliest message on a page. */
export interface Suspicion {
  readonly kind: MessageClass;
  readonly logOdds: number;
  /** The sentence that shows it best. */
  readonly said: string;
}

/** A classifier's findings on a page. */
export interface MessageReading {
  /** Numbers for a regression. */
  readonly features: readonly number[];
  /** The likeliest kind of message. */
  readonly kind: MessageClass;
  /** The sentence that shows it best. */
  readonly evidence: string;
}

/** Weighs a reading with the weights of a regression. */
export const suspicionOf = ({ features, kind, evidence }: MessageReading, weights: readonly number[]): Suspicion => ({
  kind,
  logOdds: weigh(features, weights),
  said: evidence.trim().slice(0, 100),
});

/** Turns a suspicion into the doubt that an `ok` carries. */
export const doubtOf = ({ kind, logOdds, said }: Suspicion): VerdictDoubt => ({
  verdict: kind,
  chance: Math.round(100 / (1 + Math.exp(-logOdds))) / 100,
  reason: likeness(kind, said),
});
