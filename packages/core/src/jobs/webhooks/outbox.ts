import type { Delivery } from "../../ports/delivery-log.ts";
import type { JobEvent } from "../../ports/job-reader.ts";
import type { Job } from "../../ports/job-store.ts";
import type { Task, TaskOutcome } from "../../ports/queue.ts";
import type { TaskRun } from "../task-run.ts";
import { sendWebhook } from "./send-webhook.ts";
import { webhookMessage, type WebhookMessage } from "./webhook-payload.ts";
import type { JobDependencies } from "../dependencies.ts";

/** Waits between the attempts at one delivery; then it is given up. */
export const retryDelaysMs = [1000, 10_000, 60_000, 5 * 60_000, 15 * 60_000] as const;

type DeliverTask = Extract<Task, { type: "deliver" }>;

/**
 * Delivers what a job's event log has beyond the outbox's position. The events of a job are delivered one after the
 * other: the task of an event exists only once the event before it is done with, so order is kept without locks.
 */
export async function wakeOutbox(
  { id, team }: Pick<Job, "id" | "team">,
  lastSequence: number,
  { deliveries, queue, policy }: JobDependencies,
): Promise<void> {
  const next = (await deliveries.position(id)) + 1;
  // A receiver that is slow takes no page's place.
  const group = { name: `webhooks of ${team}`, concurrency: policy.maxTeamConcurrency };
  if (next <= lastSequence) await queue.push([{ ...deliverTask(id, next), group }]);
}

/** The task of delivering one event of a job, and then all that follow. */
export function deliverTask(jobId: string, sequence: number): DeliverTask {
  return { id: `deliver:${jobId}:${sequence}`, type: "deliver", jobId, sequence };
}

/**
 * Delivers one event, tries again later, or gives it up; then goes on to the next. What a job has not sent when it is cancelled
 * is not sent.
 */
export async function deliver(task: DeliverTask, run: TaskRun, resources: JobDependencies): Promise<TaskOutcome> {
  const { jobs, deliveries } = resources;
  const job = await jobs.get(task.jobId);
  if (job === undefined) return { next: "done" };
  // A replay may come after the position was moved and before the next task was pushed.
  if ((await deliveries.position(job.id)) < task.sequence) {
    const event = (await jobs.events(job.id, { after: task.sequence - 1, limit: 1 }))[0];
    const message = event && webhookMessage(job, event, resources.kinds[job.kind]);
    if (job.state === "cancelled") {
      const begun = message && (await deliveries.get(message.id));
      if (begun?.status === "pending") await deliveries.save(cancelled(begun));
      await deliveries.advance(job.id, job.lastSequence);
      return { next: "done" };
    }
    if (event !== undefined && message !== undefined) {
      const delivery = await attemptDelivery({ job, event, message }, run, resources);
      const delayMs = (delivery.nextAttemptAt ?? 0) - resources.clock.now();
      if (delivery.status === "pending") return { next: "retry", delayMs };
    }
    await deliveries.advance(job.id, task.sequence);
  }
  // Read after the position has moved: a later event's writer sees the new position and pushes its task itself.
  await wakeOutbox(job, (await jobs.get(job.id))?.lastSequence ?? 0, resources);
  return { next: "done" };
}

interface Outgoing {
  readonly job: Job;
  readonly event: JobEvent;
  readonly message: WebhookMessage;
}

async function attemptDelivery(
  { job, event, message }: Outgoing,
  run: TaskRun,
  resources: JobDependencies,
): Promise<Delivery> {
  const { deliveries, clock } = resources;
  const before = (await deliveries.get(message.id)) ?? newDelivery({ job, event, message });
  if (before.status !== "pending") return before;
  const result = await sendWebhook(job, message, { resources, signal: run.signal });
  // A receiver that lost one delivery for good gets one try at each of the next, until it is back.
  const isGone = await gaveUpBefore(job, event, resources);
  // Somebody may have had it sent again meanwhile.
  const newest = (await deliveries.get(message.id)) ?? before;
  const attempts = newest.attempts + 1;
  const delayMs = isGone ? undefined : retryDelaysMs[attempts - 1];
  const now = clock.now();
  const isDelivered = result.error === undefined;
  const isOver = isDelivered || newest.status === "delivered";
  const after: Delivery = {
    ...newest,
    ...result,
    attempts,
    lastAttemptAt: now,
    status: isOver ? "delivered" : delayMs === undefined ? "failed" : "pending",
    nextAttemptAt: isOver || delayMs === undefined ? undefined : now + withJitter(delayMs, resources),
  };
  if (!isDelivered)
    resources.onEvent({ type: "webhook-error", id: message.id, attempt: attempts, error: result.error ?? "" });
  await deliveries.save(after);
  return after;
}

function cancelled(delivery: Delivery): Delivery {
  return { ...delivery, status: "failed", error: "The job was cancelled.", nextAttemptAt: undefined };
}

function newDelivery({ job, event, message }: Outgoing): Delivery {
  const { id: jobId, team, webhook } = job;
  const { sequence, at: createdAt } = event;
  const { id, type } = message;
  return { id, jobId, team, sequence, type, url: webhook?.url ?? "", status: "pending", attempts: 0, createdAt };
}

async function gaveUpBefore(job: Job, event: JobEvent, { deliveries }: JobDependencies): Promise<boolean> {
  const { id: jobId, team } = job;
  const newest = await deliveries.list({ team, jobId, skip: 0, limit: 2 });
  return newest.find(({ sequence }) => sequence < event.sequence)?.status === "failed";
}

function withJitter(delayMs: number, { random }: JobDependencies): number {
  return Math.round(delayMs * (0.9 + random() * 0.2));
}
