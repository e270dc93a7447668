import type { Connection, Script } from "../connection.ts";

/** Keeps the ids of jobs, in a hash slot of their own: written before a job is, so that none is ever forgotten. */
export interface JobIndex {
  /** Notes a job that is about to be worked on; of one that is noted, nothing changes. */
  begin(id: string, team: string): Promise<void>;
  /** Notes that a job has ended. */
  end(id: string, expiresAt: number): Promise<void>;
  /** The jobs that may be worked on, in the order of noting. */
  active(): Promise<readonly string[]>;
  /** The jobs of a team, settled or not. */
  ofTeam(team: string): Promise<readonly string[]>;
  expiredBefore(now: number): Promise<readonly string[]>;
  forget(id: string, team: string | undefined): Promise<void>;
}

/** KEYS: active, the team's jobs. ARGV: id. The scores are the server's microseconds, so that they stay in order. */
const beginScript: Script = {
  name: "garnerBegin",
  keys: 2,
  lua: `
local time = redis.call("TIME")
local now = time[1] * 1000000 + time[2]
redis.call("ZADD", KEYS[1], "NX", now, ARGV[1])
redis.call("ZADD", KEYS[2], "NX", now, ARGV[1])
return now`,
};

/** The index of all jobs. */
export function jobIndex({ client, prefix, ask, run }: Connection): JobIndex {
  const all = `${prefix}:{jobs}`;
  const active = `${all}:active`;
  const expiring = `${all}:expiring`;
  const teamKey = (team: string) => `${all}:team:${team}`;
  return {
    async begin(id, team) {
      await run(beginScript, [active, teamKey(team)], [id]);
    },
    async end(id, expiresAt) {
      await ask(() => client.multi().zadd(expiring, expiresAt, id).zrem(active, id).exec());
    },
    active: () => ask(() => client.zrange(active, "0", "-1")),
    ofTeam: (team) => ask(() => client.zrange(teamKey(team), "0", "-1")),
    expiredBefore: (now) => ask(() => client.zrangebyscore(expiring, "-inf", `(${now}`)),
    async forget(id, team) {
      const forgetting = client.multi().zrem(expiring, id).zrem(active, id);
      await ask(() => (team === undefined ? forgetting : forgetting.zrem(teamKey(team), id)).exec());
    },
  };
}
