import { EngineError } from "../../errors.ts";
import { sendableHeaders } from "../../fetch/http/request-headers.ts";
import type { Job } from "../../ports/job-store.ts";
import { parseWebUrl } from "../../schema/fields/web-url.ts";
import { webhookSettings } from "../../schema/webhook.ts";
import type { JobDependencies } from "../dependencies.ts";

/** Warnings about events that a job's webhook will not get, as far as its address and headers tell. Pure. */
export function receiverWarnings(
  webhook: Parameters<typeof webhookSettings>[0],
  { guard }: Pick<JobDependencies, "guard">,
): readonly string[] {
  const { url: address = "", headers = {} } = webhookSettings(webhook) ?? {};
  const url = parseWebUrl(address);
  try {
    if (url !== undefined) guard.checkUrl(url);
    return sendableHeaders(headers).warnings.map((warning) => `\`webhook\`: ${warning}`);
  } catch (thrown) {
    return [`The webhook gets nothing: ${EngineError.from(thrown).message}`];
  }
}

/** Says that a webhook did not get all that a job had to tell it so far, and why. */
export async function missedDeliveries(
  { id: jobId, team, webhook }: Job,
  { deliveries }: Pick<JobDependencies, "deliveries">,
): Promise<string | undefined> {
  if (webhook === undefined) return undefined;
  const newest = async (status: "failed" | "pending") =>
    (await deliveries.list({ team, jobId, status, skip: 0, limit: 1 }))[0];
  // One that is pending was tried in vain.
  const missed = (await newest("failed")) ?? (await newest("pending"));
  return missed && `The webhook has not got everything (\`webhooks/deliveries\` lists it): ${missed.error ?? ""}`;
}
