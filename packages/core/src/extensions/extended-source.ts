import type { EgressGuard } from "../ports/egress-guard.ts";
import type { CaptureRequest, PageSource } from "../ports/page-source.ts";
import type { Hooks } from "./hooks.ts";
import { runHook } from "./run-hook.ts";
import { profileOf, type SiteProfile } from "./site-profiles.ts";

/** Extensions around the sources of an engine. */
export interface SourceExtensions {
  readonly hooks: Hooks;
  readonly profiles: readonly SiteProfile[];
  readonly guard: EgressGuard;
}

/** A source whose requests have the headers of their site's profile, with the host's hooks around every capture. */
export function extendedSource(source: PageSource, { hooks, profiles, guard }: SourceExtensions): PageSource {
  const { beforeCapture, afterCapture } = hooks;
  if (beforeCapture === undefined && afterCapture === undefined && profiles.length === 0) return source;
  return {
    name: source.name,
    capabilities: source.capabilities,
    isInstalled: source.isInstalled?.bind(source),
    maxPagesAtOnce: source.maxPagesAtOnce?.bind(source),
    fetch: source.fetch?.bind(source),
    async capture(request, signal, context) {
      const profiled = withHeaders(request, profiles);
      const changed = await runHook("beforeCapture", () => beforeCapture?.(profiled, { signal, source: source.name }));
      if (changed !== undefined && changed.url !== request.url) guard.checkUrl(new URL(changed.url));
      const capture = await source.capture(changed ?? profiled, signal, context);
      return (await runHook("afterCapture", () => afterCapture?.(capture, { signal }))) ?? capture;
    },
    ...(source.checkHealth === undefined ? {} : { checkHealth: source.checkHealth.bind(source) }),
    [Symbol.asyncDispose]: async () => source[Symbol.asyncDispose]?.(),
  };
}

/** The caller's own headers win over those of the profile. */
function withHeaders(request: CaptureRequest, profiles: readonly SiteProfile[]): CaptureRequest {
  const { headers } = profileOf(profiles, request.url) ?? {};
  if (headers === undefined) return request;
  const own = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const added = Object.entries(headers).filter(([name]) => !own.has(name.toLowerCase()));
  return { ...request, headers: { ...Object.fromEntries(added), ...request.headers } };
}
