import { createEgressGuard, httpSource, systemClock, type Capability, type PageSource } from "@garner/core";

/**
 * A page source that stands higher on the ladder than plain HTTP: it has the capabilities that it is given, says its name
 * as user agent, and otherwise takes pages over plain HTTP, so that a site sees what it asks for.
 */
export function dearerSource(name: string, ...capabilities: readonly Capability[]): PageSource & AsyncDisposable {
  const policy = { userAgent: name, maxBodyBytes: 1_000_000, maxRedirects: 5 };
  const http = httpSource({ guard: createEgressGuard({ allow: true }), clock: systemClock, random: () => 0, policy });
  return {
    name,
    capabilities: new Set(capabilities),
    async capture(request, signal, context) {
      const capture = await http.capture(request, signal, context);
      return { ...capture, source: name, proxyUsed: request.proxy, isRendered: true };
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}
