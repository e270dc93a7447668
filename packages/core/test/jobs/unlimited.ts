/** Politeness that holds nothing up, for tests of other things. */
export const unlimitedPoliteness = { startRate: 1e6, maxRate: 1e6, maxConcurrencyPerHost: 1000 };
