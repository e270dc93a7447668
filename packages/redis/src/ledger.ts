import { monthOf, type Ledger } from "@garner/core";
import type { Connection, Script } from "./connection.ts";
import { digest } from "./keys.ts";

/**
 * Charges once. KEYS: months, usage of the team. ARGV: beginning of keys of ids; id; the month before, that of the
 * charge, and the one after; name of the key; credits.
 */
const chargeScript: Script = {
  name: "garnerCharge",
  keys: 2,
  lua: `
for index = 3, 5 do
  if redis.call("SISMEMBER", ARGV[1] .. ARGV[index], ARGV[2]) == 1 then return 0 end
end
redis.call("SADD", ARGV[1] .. ARGV[4], ARGV[2])
if redis.call("SADD", KEYS[1], ARGV[4]) == 1 then
  local months = redis.call("SMEMBERS", KEYS[1])
  local newest = ARGV[4]
  for _, month in ipairs(months) do if month > newest then newest = month end end
  for _, month in ipairs(months) do
    if newest == ARGV[4] and month < ARGV[3] then
      redis.call("UNLINK", ARGV[1] .. month)
      redis.call("SREM", KEYS[1], month)
    end
  end
end
redis.call("HINCRBYFLOAT", KEYS[2], ARGV[4] .. " " .. ARGV[6], ARGV[7])
return 1`,
};

/** Credits: the charged ids of this month and the one before, and the sums by month and key, in one hash slot. */
export function ledger({ client, prefix, ask, run }: Connection): Ledger {
  const all = `${prefix}:{ledger}`;
  const usageKey = (team: string) => `${all}:usage:${team}`;
  return {
    async charge({ id, team, apiKey, credits, at }) {
      const { startDate, endDate } = monthOf(at);
      const before = monthOf(Date.parse(startDate) - 1).startDate;
      const values = [`${all}:charged:`, digest(id), before, startDate, endDate, apiKey, credits];
      await run(chargeScript, [`${all}:months`, usageKey(team)], values);
    },
    async usage({ team, byApiKey }) {
      const sums = new Map<string, number>();
      const found = await ask(() => client.hgetall(usageKey(team)));
      for (const [place, credits] of Object.entries(found)) {
        const key = byApiKey ? place : place.slice(0, place.indexOf(" "));
        sums.set(key, (sums.get(key) ?? 0) + Number(credits));
      }
      return [...sums]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([place, totalCredits]) => {
          const end = byApiKey ? place.indexOf(" ") : place.length;
          const month = monthOf(Date.parse(place.slice(0, end)));
          return { ...month, ...(byApiKey ? { apiKey: place.slice(end + 1) } : {}), totalCredits };
        });
    },
  };
}
