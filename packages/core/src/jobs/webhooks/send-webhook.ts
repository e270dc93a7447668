import { EngineError } from "../../errors.ts";
import { readCallerHeaders } from "../../fetch/http/request-headers.ts";
import type { Job } from "../../ports/job-store.ts";
import { parseWebUrl } from "../../schema/fields/web-url.ts";
import { signatureOf, type WebhookMessage } from "./webhook-payload.ts";
import type { JobDependencies } from "../dependencies.ts";

/** The answer due from the receiver (requirements §6.5). */
const timeoutMs = 30_000;

/** The outcome of a try. */
export interface SendResult {
  /** HTTP status of the answer; absent if there was none. */
  readonly responseStatus?: number | undefined;
  /** The reason why it does not count as delivered; absent if it does. */
  readonly error?: string | undefined;
}

/**
 * POSTs one message through the egress guard. Any 2xx answer within 30 seconds means delivered; redirects are not
 * followed. Rejects only when `signal` fires.
 */
export async function sendWebhook(
  job: Job,
  message: WebhookMessage,
  { resources, signal }: { readonly resources: JobDependencies; readonly signal: AbortSignal },
): Promise<SendResult> {
  const url = parseWebUrl(job.webhook?.url ?? "");
  if (url === undefined) return { error: "The webhook has no URL." };
  try {
    const response = await resources.fetch(url, {
      method: "POST",
      headers: headersOf(job, message, resources),
      body: message.body,
      signal: AbortSignal.any([signal, resources.clock.deadline(timeoutMs)]),
    });
    await response.body?.cancel();
    const responseStatus = response.status;
    return response.ok ? { responseStatus } : { responseStatus, error: `The receiver answered ${responseStatus}.` };
  } catch (thrown) {
    signal.throwIfAborted();
    const { code, message: reason } = EngineError.from(thrown);
    return { error: code === "ABORTED" ? `No answer within ${timeoutMs} ms.` : reason };
  }
}

/** The caller's headers win over those of the content, but can't set those of the connection and the signature. */
function headersOf(job: Job, message: WebhookMessage, { webhookSigning }: JobDependencies): Headers {
  const own = readCallerHeaders(job.webhook?.headers ?? {}).headers;
  const headers = new Headers({ "content-type": "application/json", ...own });
  headers.set("x-webhook-id", message.id);
  if (webhookSigning !== undefined) {
    const signature = signatureOf(message.body, webhookSigning.secret);
    for (const name of webhookSigning.headers) headers.set(name, signature);
  }
  return headers;
}
