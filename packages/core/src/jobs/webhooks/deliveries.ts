import type { Call } from "../../ports/call.ts";
import { EngineError } from "../../errors.ts";
import type { Delivery } from "../../ports/delivery-log.ts";
import { parseInput } from "../../schema/input/parse-input.ts";
import {
  ListDeliveriesRequest,
  ReplayDeliveryRequest,
  type DeliveryList,
  type DeliveryRecord,
} from "../../schema/webhook.ts";
import { ownJob } from "../own-job.ts";
import { sendWebhook } from "./send-webhook.ts";
import { webhookMessage } from "./webhook-payload.ts";
import type { JobDependencies } from "../dependencies.ts";

/** The caller's webhook deliveries, newest first. */
export async function listDeliveries(input: unknown, call: Call, resources: JobDependencies): Promise<DeliveryList> {
  const query = parseInput(ListDeliveriesRequest, input);
  const { team } = call.principal;
  const found = await resources.deliveries.list({ ...query, team, limit: query.limit + 1 });
  const deliveries = found.slice(0, query.limit).map(recordOf);
  return { deliveries, ...(found.length > query.limit ? { nextSkip: query.skip + query.limit } : {}) };
}

/** Sends a delivery again, now and once, under its old id. Throws JOB_NOT_FOUND if it or its job is gone. */
export async function replayDelivery(input: unknown, call: Call, resources: JobDependencies): Promise<DeliveryRecord> {
  const { id } = parseInput(ReplayDeliveryRequest, input);
  const { deliveries, clock, jobs } = resources;
  const delivery = await deliveries.get(id);
  const { team } = call.principal;
  if (delivery?.team !== team) throw new EngineError("JOB_NOT_FOUND", `There is no delivery ${id}.`);
  const job = await ownJob({ id: delivery.jobId }, call, resources);
  const event = (await jobs.events(job.id, { after: delivery.sequence - 1, limit: 1 }))[0];
  const message = event && webhookMessage(job, event, resources.kinds[job.kind]);
  if (message === undefined) throw new EngineError("JOB_NOT_FOUND", `The event of delivery ${id} is gone.`);
  const signal = call.signal ?? new AbortController().signal;
  const result = await sendWebhook(job, message, { resources, signal });
  // The outbox may have tried too meanwhile: what it has delivered stays so.
  const newest = (await deliveries.get(id)) ?? delivery;
  const status = result.error === undefined ? "delivered" : newest.status;
  const attempted = {
    ...{ ...newest, ...result, status, attempts: newest.attempts + 1, lastAttemptAt: clock.now() },
    nextAttemptAt: status === "delivered" ? undefined : newest.nextAttemptAt,
  };
  await deliveries.save(attempted);
  return recordOf(attempted);
}

function recordOf(delivery: Delivery): DeliveryRecord {
  const { id, jobId, sequence, type, url, status, attempts, responseStatus, error } = delivery;
  const { createdAt, lastAttemptAt, nextAttemptAt } = delivery;
  return {
    ...{ id, jobId, sequence, type, url, status, attempts, createdAt: iso(createdAt) },
    ...(responseStatus === undefined ? {} : { responseStatus }),
    ...(error === undefined ? {} : { error }),
    ...(lastAttemptAt === undefined ? {} : { lastAttemptAt: iso(lastAttemptAt) }),
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt: iso(nextAttemptAt) }),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
