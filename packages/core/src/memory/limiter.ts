import { giveBackTurn, learn, newHost, receptionOf, takeTurn, type HostState } from "../fetch/politeness/rate-law.ts";
import type { Limiter } from "../ports/limiter.ts";
import { recentlyUsed } from "../collections/recently-used.ts";

const maxHosts = 50_000;

/** Keeps every host's budget in this process. The reference for every other limiter. */
export function memoryLimiter(): Limiter {
  const hosts = recentlyUsed<HostState>({ maxSize: maxHosts });
  return {
    async take(host, rules, now) {
      const { state, waitMs } = takeTurn(hosts.get(host) ?? newHost(rules), rules, now);
      hosts.set(host, state);
      return { waitMs, rate: state.rate };
    },
    async report(host, outcome, { rules, now }) {
      const state = learn(hosts.get(host) ?? newHost(rules), outcome, { rules, now });
      hosts.set(host, state);
      return receptionOf(state, now);
    },
    async giveBack(host) {
      const state = hosts.get(host);
      if (state !== undefined) hosts.set(host, giveBackTurn(state));
    },
  };
}
