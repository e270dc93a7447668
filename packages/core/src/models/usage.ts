/** The calls of models, and their cost. */
export interface ModelUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; absent when the prices are not configured. */
  readonly cost?: number | undefined;
}

/** Tokens of one call. */
export interface TokenCounts {
  readonly input: number;
  readonly output: number;
}

/** Prices in US dollars. */
export interface ModelPrices {
  readonly perMillionInputTokens: number;
  readonly perMillionOutputTokens: number;
}

/** The usage of nothing. */
export const noUsage: ModelUsage = { calls: 0, inputTokens: 0, outputTokens: 0 };

/** The usage of one call. Pure. */
export function usageOf(tokens: TokenCounts, prices?: ModelPrices): ModelUsage {
  const usage = { calls: 1, inputTokens: tokens.input, outputTokens: tokens.output };
  if (prices === undefined) return usage;
  const { perMillionInputTokens, perMillionOutputTokens } = prices;
  const cost = (tokens.input * perMillionInputTokens + tokens.output * perMillionOutputTokens) / 1_000_000;
  return { ...usage, cost };
}

/** The usage of several calls together. Pure. */
export function sumUsage(usages: readonly ModelUsage[]): ModelUsage {
  return usages.reduce((sum, usage) => {
    const total = {
      calls: sum.calls + usage.calls,
      inputTokens: sum.inputTokens + usage.inputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
    };
    if (sum.cost === undefined && usage.cost === undefined) return total;
    return { ...total, cost: (sum.cost ?? 0) + (usage.cost ?? 0) };
  }, noUsage);
}
