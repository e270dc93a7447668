import { EngineError, type BlobStore, type StoredBlob } from "@garner/core";
import { jsonResponse, textResponse } from "../wire/envelope.ts";
import type { Addressed } from "./match.ts";

/** A route about the service itself: open to everybody, without input. */
export interface ServiceRoute extends Addressed {
  readonly kind: "service";
  readonly answer: (params: Readonly<Record<string, string>>) => Response | Promise<Response>;
}

/** What the service routes report. */
export interface ServiceState {
  /** Whether new work is welcome; a server that shuts down says no. */
  readonly isReady: () => boolean;
  readonly isProduction: boolean;
  /** How many pages of jobs are known and wait. */
  readonly waitingJobs: () => Promise<number>;
  /** Tries what the server depends on, such as its browser; rejects with what is wrong. */
  readonly checkHealth: (() => Promise<void>) | undefined;
  /** Where screenshots and PDFs are kept, if this server hands them out. */
  readonly blobs: BlobStore | undefined;
}

const documentation_url = "https://www.npmjs.com/package/@garner/http";

/**
 * Greetings and health checks (contract §1.9). "Live" says that the process answers, "ready" that it takes work, and
 * `/health` tries what the work depends on too.
 */
export function serviceRoutes(state: ServiceState): readonly ServiceRoute[] {
  const { isReady, isProduction, waitingJobs, checkHealth, blobs } = state;
  let checking: Promise<void> | undefined;
  // One answer for all who ask at the same time: what is tried may be as dear as a page in a browser.
  const check = () => (checking ??= (checkHealth?.() ?? Promise.resolve()).finally(() => (checking = undefined)));
  const live = () => jsonResponse({ status: "ok" });
  const ready = () => {
    if (!isReady()) throw notReady();
    return live();
  };
  return [
    get("/", () => jsonResponse({ message: "Garner is here. Try POST /v2/scrape.", documentation_url })),
    get("/test", () => textResponse("Hello from Garner!", "text/plain")),
    get("/health", async () => {
      const answer = ready();
      await check();
      return answer;
    }),
    get("/health/live", live),
    get("/health/ready", ready),
    get("/v0/health/liveness", live),
    get("/v0/health/readiness", ready),
    get("/is-production", () => jsonResponse({ isProduction })),
    get("/serverHealthCheck", async () => {
      const waiting = await waitingJobs();
      return jsonResponse({ waitingJobs: waiting }, { status: waiting === 0 ? 200 : 500 });
    }),
    get("/blobs/{name}", async ({ name = "" }) => blobResponse(await blobs?.get?.(name))),
  ];
}

/** A screenshot or PDF. Its name is all that protects it, so nobody else may keep or show it (contract §4.9). */
function blobResponse(blob: StoredBlob | undefined): Response {
  if (blob === undefined) throw new EngineError("ROUTE_NOT_FOUND", "There is no such file, or it has expired.");
  const headers = {
    "content-type": blob.contentType,
    "content-length": String(blob.bytes.byteLength),
    "cache-control": "private, max-age=3600",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
  };
  return new Response(new Uint8Array(blob.bytes), { headers });
}

/** The refusal of a server that takes no new work. */
export function notReady(): EngineError {
  return new EngineError("OVERLOADED", "The server takes no new work at the moment.");
}

function get(path: Addressed["path"], answer: ServiceRoute["answer"]): ServiceRoute {
  return { kind: "service", method: "GET", path, answer };
}
