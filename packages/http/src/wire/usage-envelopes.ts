import { CreditBalance, UsageReport } from "@garner/core";
import { z } from "zod";
import { success } from "./bodies.ts";
import type { Envelope } from "./envelope.ts";

/** The tokens that one credit buys (contract §2.18). */
const tokensPerCredit = 15;

const { remainingCredits, planCredits, ...period } = CreditBalance.shape;

/** `{ success: true, data: { remainingCredits, … } }` (contract §2.18). */
export const creditsLeft: Envelope<CreditBalance> = {
  schema: z.object({ success, data: CreditBalance }),
  write: (data) => ({ success: true, data }),
};

/** The same in tokens. */
export const tokensLeft: Envelope<CreditBalance> = {
  schema: z.object({
    success,
    data: z.object({ remainingTokens: remainingCredits, planTokens: planCredits, ...period }),
  }),
  write: ({ remainingCredits: left, planCredits: planned, ...rest }) => {
    const remainingTokens = left * tokensPerCredit;
    return { success: true, data: { remainingTokens, planTokens: planned * tokensPerCredit, ...rest } };
  },
};

const { totalCredits, ...month } = UsageReport.shape.periods.element.shape;

/** Usage by month, under both names that the contract has for it. */
export const creditsUsed: Envelope<UsageReport> = {
  schema: z.object({ success, periods: z.array(z.object({ ...month, totalCredits, creditsUsed: totalCredits })) }),
  write: ({ periods }) => ({
    success: true,
    periods: periods.map((each) => ({ ...each, creditsUsed: each.totalCredits })),
  }),
};

/** The same in tokens. */
export const tokensUsed: Envelope<UsageReport> = {
  schema: z.object({ success, periods: z.array(z.object({ ...month, tokensUsed: z.int() })) }),
  write: ({ periods }) => {
    const inTokens = periods.map(({ totalCredits: credits, ...each }) => ({
      ...each,
      tokensUsed: credits * tokensPerCredit,
    }));
    return { success: true, periods: inTokens };
  },
};
