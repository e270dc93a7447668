import { httpSource, type Capability, type MakeSource } from "@garner/core";

/**
 * A page source that stands higher on the ladder than plain HTTP: it has the capabilities that it is given, says its name
 * as user agent, and otherwise takes pages over plain HTTP, so that a site sees what it asks for.
 */
export function dearerSource(name: string, ...capabilities: readonly Capability[]): MakeSource {
  return (host) => {
    const http = httpSource()({ ...host, policy: { ...host.policy, userAgent: name } });
    return {
      ...http,
      name,
      capabilities: new Set(capabilities),
      async capture(request, signal, context) {
        const capture = await http.capture(request, signal, context);
        return { ...capture, source: name, proxyUsed: request.proxy, isRendered: true };
      },
    };
  };
}
