import { EngineError, type BlobStore, type StoredBlob } from "@garner/core";
import { z } from "zod";
import { jsonResponse, textResponse } from "../wire/envelope.ts";
import type { Addressed } from "./match.ts";

/** A route about the service itself: open to everybody, without input. */
export interface ServiceRoute extends Addressed {
  readonly kind: "service";
  /** Its name in the description of the API. */
  readonly name: string;
  readonly summary: string;
  /** The content of a good answer: a schema of JSON, or a media type. */
  readonly output: z.ZodType | string;
  readonly answer: (params: Readonly<Record<string, string>>, baseUrl: string) => Response | Promise<Response>;
}

/**
 * Shows the description of the API, which is at `../openapi.json` from its files. Answers for the page itself, whose name is
 * empty and whose address is given, and for the files that the page loads. Undefined for other files.
 */
export type ApiDocs = (file: string, url: string) => Promise<Response | undefined>;

/** The state that the service routes report. */
export interface ServiceState {
  /** True if new work is welcome; a server that shuts down says no. */
  readonly isReady: () => boolean;
  readonly isProduction: boolean;
  /** The number of pages of jobs that are known and wait. */
  readonly waitingJobs: () => Promise<number>;
  /** Tries the server's dependencies, such as its browser; rejects with the failure. */
  readonly checkHealth: (() => Promise<void>) | undefined;
  /** The store of screenshots and PDFs, if this server hands them out. */
  readonly blobs: BlobStore | undefined;
  /** The description of the API, for callers who reach it here. */
  readonly describe: (baseUrl: string) => object;
  readonly docs: ApiDocs | undefined;
}

const documentation_url = "https://www.npmjs.com/package/@garner/http";

/**
 * Greetings and health checks (contract §1.9). "Live" says that the process answers, "ready" that it takes work, and
 * `/health` also tries the dependencies of the work.
 */
export function serviceRoutes(state: ServiceState): readonly ServiceRoute[] {
  const { isReady, isProduction, waitingJobs, checkHealth, blobs, describe, docs } = state;
  let checking: Promise<void> | undefined;
  // One answer for all who ask at the same time: a check may cost as much as a page in a browser.
  const check = () => (checking ??= (checkHealth?.() ?? Promise.resolve()).finally(() => (checking = undefined)));
  const live = () => jsonResponse({ status: "ok" });
  const ready = () => {
    if (!isReady()) throw notReady();
    return live();
  };
  return [
    get("/", { name: "welcome", summary: "Say what this is.", output: Welcome }, () =>
      jsonResponse({ message: "Garner is here. Try POST /v2/scrape.", documentation_url }),
    ),
    get("/test", { name: "greet", summary: "Greet.", output: "text/plain" }, () =>
      textResponse("Hello from Garner!", "text/plain"),
    ),
    get("/health", { name: "health", summary: "Try what the work depends on.", output: Health }, async () => {
      const answer = ready();
      await check();
      return answer;
    }),
    get("/health/live", { name: "live", ...isLive }, live),
    get("/health/ready", { name: "ready", ...isReadyNow }, ready),
    get("/v0/health/liveness", { name: "liveness", ...isLive }, live),
    get("/v0/health/readiness", { name: "readiness", ...isReadyNow }, ready),
    get(
      "/is-production",
      { name: "isProduction", summary: "Say whether this is a production server.", output: IsProduction },
      () => jsonResponse({ isProduction }),
    ),
    get(
      "/serverHealthCheck",
      { name: "waitingJobs", summary: "Count the pages that wait; 500 while there are some.", output: WaitingJobs },
      async () => {
        const waiting = await waitingJobs();
        return jsonResponse({ waitingJobs: waiting }, { status: waiting === 0 ? 200 : 500 });
      },
    ),
    get(
      "/blobs/{name}",
      { name: "getBlob", summary: "Fetch a screenshot or PDF.", output: "application/octet-stream" },
      async ({ name = "" }) => blobResponse(await blobs?.get?.(name)),
    ),
    get(
      "/openapi.json",
      { name: "describe", summary: "Describe this API as OpenAPI 3.1.", output: z.looseObject({}) },
      (_params, baseUrl) => jsonResponse(describe(baseUrl)),
    ),
    get(
      "/docs",
      { name: "docs", summary: "Show this description to people.", output: "text/html" },
      (_params, baseUrl) => docsResponse(docs, { file: "", baseUrl }),
    ),
    get(
      "/docs/{file}",
      { name: "getDocsFile", summary: "Fetch what that page loads.", output: "application/octet-stream" },
      ({ file = "" }, baseUrl) => docsResponse(docs, { file, baseUrl }),
    ),
  ];
}

const Welcome = z.object({ message: z.string(), documentation_url: z.string() });
const Health = z.object({ status: z.literal("ok") });
const IsProduction = z.object({ isProduction: z.boolean() });
const WaitingJobs = z.object({ waitingJobs: z.int() });

const isLive = { summary: "Say that the process answers.", output: Health };
const isReadyNow = { summary: "Say that new work is welcome.", output: Health };

async function docsResponse(
  docs: ApiDocs | undefined,
  { file, baseUrl }: { readonly file: string; readonly baseUrl: string },
): Promise<Response> {
  const without = `The API is described at ${baseUrl}/openapi.json; \`docs: apiDocs()\` of \`@garner/api-docs\` shows that here.`;
  if (docs === undefined) throw new EngineError("ROUTE_NOT_FOUND", without);
  const shown = await docs(file, `${baseUrl}/docs`);
  if (shown === undefined) throw new EngineError("ROUTE_NOT_FOUND", "There is no such file.");
  return shown;
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

type Description = Pick<ServiceRoute, "name" | "summary" | "output">;

function get(path: Addressed["path"], description: Description, answer: ServiceRoute["answer"]): ServiceRoute {
  return { kind: "service", method: "GET", path, ...description, answer };
}
