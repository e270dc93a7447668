import { hostLimiter, type HostState, type Limiter } from "@garner/core";
import type { Connection, Script } from "./connection.ts";
import { digest } from "./keys.ts";

/** Hosts not met for this long are forgotten. */
const rememberedForMs = 30 * 24 * 60 * 60 * 1000;

/** Replaces a host's state unless it has changed. KEYS: host. ARGV: old state ("" for none), new state, lifetime. */
const replaceScript: Script = {
  name: "garnerReplace",
  keys: 1,
  lua: `
if (redis.call("GET", KEYS[1]) or "") ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return 1`,
};

/** Converts a time of this machine's clock to the time that all processes share. */
export type SharedTime = (now: number) => number;

/** The hosts' budgets, shared by all processes. The law is that of the core. */
export function limiter({ client, prefix, ask, run }: Connection, shared: SharedTime): Limiter {
  return hostLimiter(async (host, _at, work) => {
    const key = `${prefix}:host:${digest(host)}`;
    for (;;) {
      const before = (await ask(() => client.get(key))) ?? "";
      const { state, result } = work(before === "" ? undefined : (JSON.parse(before) as HostState));
      const after = JSON.stringify(state);
      if (after === before) return result;
      if ((await run<number>(replaceScript, [key], [before, after, rememberedForMs])) === 1) return result;
    }
  }, shared);
}
