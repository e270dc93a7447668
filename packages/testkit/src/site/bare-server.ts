import { once } from "node:events";
import type { Server } from "node:net";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** A server on a free port of 127.0.0.1. Disposing closes every connection at once. */
export interface BareServer extends AsyncDisposable {
  /** `http://127.0.0.1:port` or `https://…`, without a trailing slash. */
  readonly origin: string;
  readonly port: number;
  /** Number of connections that were opened so far. */
  readonly connections: number;
}

/** Starts an HTTP server that answers every request with `listener`; `server` is for what listens to its upgrades. */
export async function startBareServer(
  listener: RequestListener,
): Promise<BareServer & { readonly server: ReturnType<typeof createHttpServer> }> {
  const server = createHttpServer(listener);
  return Object.assign(await listen(server, "http", () => server.closeAllConnections()), { server });
}

/** Starts an HTTPS server whose certificate nobody trusts: it is for `fixture.example` and signed by itself. */
export function startTlsServer(listener: RequestListener): Promise<BareServer> {
  const server = createHttpsServer({ key: fixtureKey, cert: fixtureCertificate }, listener);
  return listen(server, "https", () => server.closeAllConnections());
}

/** Makes a server listen, counts its connections, and says how to close it. */
export async function listen(server: Server, scheme: string, closeConnections: () => void): Promise<BareServer> {
  let connections = 0;
  server.on("connection", () => (connections += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    port,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      closeConnections();
      await closed;
    },
  };
}

/** The private key of the fixture certificate. It protects nothing. */
const fixtureKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwYoSc3J9mSC9kkxS
XlBedZnYaqKLagcl01zAaYjAB0KhRANCAATbCEIooOHb/qVrclE6dr7wJUw8+/Dp
3rEcWD9AaWr6RL6i3HzNa8dtUFxUHeWnRcLIVZeMawMWnFw+z13o+URq
-----END PRIVATE KEY-----
`;

/** A certificate for `fixture.example`, signed by itself, valid for a century. */
const fixtureCertificate = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUM/3B4erX9+PEzlMwJqIKbTYY6MQwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPZml4dHVyZS5leGFtcGxlMCAXDTI2MTEyMTExMzM1MVoYDzIx
MjYxMDI4MTEzMzUxWjAaMRgwFgYDVQQDDA9maXh0dXJlLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATbCEIooOHb/qVrclE6dr7wJUw8+/Dp3rEcWD9A
aWr6RL6i3HzNa8dtUFxUHeWnRcLIVZeMawMWnFw+z13o+URqo28wbTAdBgNVHQ4E
FgQUHVZ2qu7giRD5qgsOHuBf04U5SSAwHwYDVR0jBBgwFoAUHVZ2qu7giRD5qgsO
HuBf04U5SSAwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9maXh0dXJlLmV4
YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIgBtLbE3foR+oMgUiCHh2FrnTzCbiP1tOd
B7tyYUhs6BcCIQDcu0wZ6KFnGCNOxJnK0MA8iCNXqkfLvF0YHOVveuT4sg==
-----END CERTIFICATE-----
`;
