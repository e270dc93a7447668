import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { attackingPages } from "./attacking-pages.ts";
import { untrustedCertificate } from "./certificate.ts";
import { hostilePages } from "./hostile-pages.ts";
import { inspectingPages } from "./inspecting-pages.ts";
import { browserPages } from "./pages.ts";

/** Pages for a real browser, served on loopback for as long as a test runs. */
export interface BrowserSite extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:…`. */
  readonly origin: string;
  /** The same pages over HTTPS with a certificate that no one trusts. */
  readonly secureOrigin: string;
  /** The paths that were asked for since the last call, in order. */
  takeRequests(): readonly string[];
}

const allPages = { ...browserPages, ...hostilePages, ...inspectingPages, ...attackingPages };

/** Starts the browser fixture site. Whatever host name it is reached by, it serves the same pages. */
export async function startBrowserSite(): Promise<BrowserSite> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
    requests.push(url.pathname);
    const answer = allPages[url.pathname]?.({ url, headers: request.headers });
    if (answer?.hangs === true) return;
    const cors = { "access-control-allow-origin": "*" };
    response.writeHead(answer === undefined ? 404 : (answer.status ?? 200), { ...cors, ...answer?.headers });
    const body = answer?.body ?? "no such fixture";
    if (answer?.isEndless === true) Readable.from(again(body)).pipe(response);
    else if (answer?.breaksOff === true) response.write(body, () => response.destroy());
    else response.end(body);
  };
  const plain = createServer(listener);
  const secure = createSecureServer(untrustedCertificate, listener);
  const [port, securePort] = await Promise.all([listen(plain), listen(secure)]);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    secureOrigin: `https://127.0.0.1:${securePort}`,
    takeRequests: () => requests.splice(0),
    async [Symbol.asyncDispose]() {
      await Promise.all([stop(plain), stop(secure)]);
    },
  };
}

function* again<Part>(part: Part): Generator<Part> {
  for (;;) yield part;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
