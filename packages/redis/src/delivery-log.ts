import type { Delivery, DeliveryLog } from "@garner/core";
import type { Connection, Script } from "./connection.ts";

/** Saves a delivery; a new one gets a number. KEYS: deliveries, number, the team's, the job's. ARGV: id, delivery. */
const saveDelivery: Script = {
  name: "garnerSaveDelivery",
  keys: 4,
  lua: `
if redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) == 1 then
  local number = redis.call("INCR", KEYS[2])
  redis.call("ZADD", KEYS[3], number, ARGV[1])
  redis.call("ZADD", KEYS[4], number, ARGV[1])
end
return 1`,
};

/** KEYS: positions. ARGV: job, sequence. */
const advanceScript: Script = {
  name: "garnerAdvance",
  keys: 1,
  lua: `
local position = tonumber(redis.call("HGET", KEYS[1], ARGV[1]) or "0")
if tonumber(ARGV[2]) > position then redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) end
return 1`,
};

const deliveriesAtOnce = 200;

/** Webhook deliveries, in one hash slot. */
export function deliveryLog({ client, prefix, ask, run }: Connection): DeliveryLog {
  const all = `${prefix}:{webhooks}`;
  const [deliveries, positions] = [`${all}:deliveries`, `${all}:positions`];
  const teamKey = (team: string) => `${all}:team:${team}`;
  const jobKey = (jobId: string) => `${all}:job:${jobId}`;

  async function* newestFirst(key: string): AsyncGenerator<Delivery> {
    for (let from = 0; ; from += deliveriesAtOnce) {
      const ids = await ask(() => client.zrevrange(key, from, from + deliveriesAtOnce - 1));
      if (ids.length === 0) return;
      for (const text of await ask(() => client.hmget(deliveries, ...ids))) {
        if (text !== null) yield JSON.parse(text) as Delivery;
      }
    }
  }

  return {
    async position(jobId) {
      return Number((await ask(() => client.hget(positions, jobId))) ?? 0);
    },
    async advance(jobId, sequence) {
      await run(advanceScript, [positions], [jobId, sequence]);
    },
    async save(delivery) {
      const { id, team, jobId } = delivery;
      const keys = [deliveries, `${all}:number`, teamKey(team), jobKey(jobId)];
      await run(saveDelivery, keys, [id, JSON.stringify(delivery)]);
    },
    async get(id) {
      const text = await ask(() => client.hget(deliveries, id));
      return text === null ? undefined : (JSON.parse(text) as Delivery);
    },
    async list({ team, jobId, status, skip, limit }) {
      const found: Delivery[] = [];
      for await (const delivery of newestFirst(jobId === undefined ? teamKey(team) : jobKey(jobId))) {
        if (found.length === skip + limit) break;
        if (delivery.team === team && (status === undefined || delivery.status === status)) found.push(delivery);
      }
      return found.slice(skip);
    },
    async forget(jobIds) {
      for (const jobId of jobIds) {
        const ids = await ask(() => client.zrange(jobKey(jobId), "0", "-1"));
        for (let from = 0; from < ids.length; from += deliveriesAtOnce) {
          const some = ids.slice(from, from + deliveriesAtOnce);
          const texts = await ask(() => client.hmget(deliveries, ...some));
          const teams = new Set(texts.flatMap((text) => (text === null ? [] : (JSON.parse(text) as Delivery).team)));
          const forgetting = client.multi().hdel(deliveries, ...some);
          for (const team of teams) forgetting.zrem(teamKey(team), ...some);
          await ask(() => forgetting.exec());
        }
        await ask(() => client.multi().del(jobKey(jobId)).hdel(positions, jobId).exec());
      }
    },
  };
}
