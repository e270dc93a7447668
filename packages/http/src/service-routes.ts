import { EngineError } from "@garner/core";
import { jsonResponse, textResponse } from "./envelope.ts";
import type { Addressed } from "./match.ts";

/** A route about the service itself: open to everybody, without input. */
export interface ServiceRoute extends Addressed {
  readonly kind: "service";
  readonly answer: () => Response | Promise<Response>;
}

/** What the service routes report. */
export interface ServiceState {
  /** Whether new work is welcome; a server that shuts down says no. */
  readonly isReady: () => boolean | Promise<boolean>;
  readonly isProduction: boolean;
}

const documentation_url = "https://www.npmjs.com/package/@garner/http";

/** Greetings and health checks (contract §1.9). "Live" says that the process answers, "ready" that it takes work. */
export function serviceRoutes({ isReady, isProduction }: ServiceState): readonly ServiceRoute[] {
  const live = () => jsonResponse({ status: "ok" });
  const ready = async () => {
    if (await isReady()) return live();
    throw new EngineError("OVERLOADED", "Not ready: the server takes no new work.");
  };
  return [
    get("/", () => jsonResponse({ message: "Garner is here. Try POST /v2/scrape.", documentation_url })),
    get("/test", () => textResponse("Hello from Garner!", "text/plain")),
    get("/health", ready),
    get("/health/live", live),
    get("/health/ready", ready),
    get("/v0/health/liveness", live),
    get("/v0/health/readiness", ready),
    get("/is-production", () => jsonResponse({ isProduction })),
    // Nothing ever waits: a scrape starts when its request arrives.
    get("/serverHealthCheck", () => jsonResponse({ waitingJobs: 0 })),
  ];
}

function get(path: Addressed["path"], answer: ServiceRoute["answer"]): ServiceRoute {
  return { kind: "service", method: "GET", path, answer };
}
