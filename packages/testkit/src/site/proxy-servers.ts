import { once } from "node:events";
import { createServer as createHttpServer, request as sendRequest, type IncomingMessage } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { listen, type BareServer } from "./bare-server.ts";

/** A proxy on loopback, and what it was asked to reach. */
export interface ProxyServer extends BareServer {
  /** Hosts with ports, in order. */
  readonly targets: readonly string[];
  /** Its address as an engine's `proxy` option takes it, with the credentials it asks for. */
  readonly url: string;
}

/** Options of a proxy. */
export interface ProxyServerOptions {
  /** Asked for when given. Must not contain what a URL would have to encode. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** The real address of a host name; 127.0.0.1 and the same port by default. */
  readonly port?: number;
  /** An HTTP proxy that tunnels to the port of HTTPS only, as proxies for the general public do, answers others with 403. */
  readonly onlySecureTunnels?: boolean;
}

/** Starts an HTTP proxy, for plain requests and for tunnels (`CONNECT`). A target that takes no connection is a 502. */
export async function startHttpProxy(options: ProxyServerOptions = {}): Promise<ProxyServer> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createHttpServer((request, response) => {
    if (!isAuthorised(request, options)) return void response.writeHead(407).end("Who are you?");
    const url = new URL(request.url ?? "/");
    targets.push(url.host);
    const port = options.port ?? Number(url.port);
    const forwarded = { host: "127.0.0.1", port, path: url.pathname + url.search, headers: request.headers };
    const upstream = sendRequest(forwarded, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on("error", () => response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"));
    upstream.end();
  });
  server.on("connect", (request, socket: Socket) => {
    sockets.add(socket);
    const isKnown = isAuthorised(request, options);
    if (isKnown) targets.push(request.url ?? "");
    openTunnel(socket, { target: request.url ?? "", isKnown, options, sockets }).catch(() => socket.destroy());
  });
  const bare = await listen(server, "http", () => {
    server.closeAllConnections();
    sockets.forEach((socket) => socket.destroy());
  });
  return describeProxy(bare, "http", { targets, options });
}

interface TunnelRequest {
  /** Host and port. */
  readonly target: string;
  readonly isKnown: boolean;
  readonly options: ProxyServerOptions;
  readonly sockets: Set<Socket>;
}

async function openTunnel(socket: Socket, { target, isKnown, options, sockets }: TunnelRequest): Promise<void> {
  const port = Number(target.split(":").at(-1));
  const isForbidden = options.onlySecureTunnels === true && port !== 443;
  if (!isKnown || isForbidden) {
    socket.end(`HTTP/1.1 ${isKnown ? "403 Forbidden" : "407 Proxy Authentication Required"}\r\n\r\n`);
    return;
  }
  const upstream = await reach(options.port ?? port, sockets);
  if (upstream === undefined) {
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    return;
  }
  socket.write("HTTP/1.1 200 OK\r\n\r\n");
  join(socket, upstream);
}

/** Starts a SOCKS5 proxy (RFC 1928) that asks for a user name and password (RFC 1929) if there are credentials. */
export async function startSocksProxy(options: ProxyServerOptions = {}): Promise<ProxyServer> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    serveSocks(socket, options, async (target, port) => {
      targets.push(target);
      return await reach(options.port ?? port, sockets);
    }).catch(() => socket.destroy());
  });
  const bare = await listen(server, "socks5", () => sockets.forEach((socket) => socket.destroy()));
  return describeProxy(bare, "socks5", { targets, options });
}

async function serveSocks(
  socket: Socket,
  { credentials }: ProxyServerOptions,
  open: (target: string, port: number) => Promise<Socket | undefined>,
): Promise<void> {
  await chunk(socket); // version and methods
  socket.write(Uint8Array.of(5, credentials === undefined ? 0 : 2));
  if (credentials !== undefined) {
    const login = await chunk(socket);
    const nameLength = login[1] ?? 0;
    const username = login.subarray(2, 2 + nameLength).toString();
    const password = login.subarray(3 + nameLength).toString();
    const isRight = username === credentials.username && password === credentials.password;
    socket.write(Uint8Array.of(1, isRight ? 0 : 1));
    if (!isRight) return void socket.end();
  }
  const request = await chunk(socket);
  const isName = request[3] === 3;
  const host = isName ? request.subarray(5, 5 + (request[4] ?? 0)).toString() : request.subarray(4, 8).join(".");
  const port = request.readUInt16BE(request.length - 2);
  const upstream = await open(`${host}:${port}`, port);
  const reply = upstream === undefined ? 5 : 0;
  socket.write(Uint8Array.of(5, reply, 0, 1, 127, 0, 0, 1, 0, 0));
  if (upstream === undefined) socket.end();
  else join(socket, upstream);
}

/** Each message of the handshake waits for the answer to the one before, so it comes as one chunk on loopback. */
async function chunk(socket: Socket): Promise<Buffer> {
  const [bytes] = await once(socket, "data");
  return bytes as Buffer;
}

/** Connects to a port; undefined if it takes no connection. */
async function reach(port: number, sockets: Set<Socket>): Promise<Socket | undefined> {
  const upstream = connect(port, "127.0.0.1");
  sockets.add(upstream);
  try {
    await once(upstream, "connect");
    return upstream;
  } catch {
    return undefined;
  }
}

function join(socket: Socket, upstream: Socket): void {
  upstream.on("error", () => socket.destroy());
  socket.on("error", () => upstream.destroy());
  upstream.pipe(socket).pipe(upstream);
}

function isAuthorised(request: IncomingMessage, { credentials }: ProxyServerOptions): boolean {
  if (credentials === undefined) return true;
  const expected = Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64");
  return request.headers["proxy-authorization"] === `Basic ${expected}`;
}

function describeProxy(
  bare: BareServer,
  scheme: string,
  { targets, options }: { readonly targets: readonly string[]; readonly options: ProxyServerOptions },
): ProxyServer {
  const { credentials } = options;
  const login = credentials === undefined ? "" : `${credentials.username}:${credentials.password}@`;
  return {
    origin: bare.origin,
    port: bare.port,
    url: `${scheme}://${login}127.0.0.1:${bare.port}`,
    targets,
    get connections() {
      return bare.connections;
    },
    [Symbol.asyncDispose]: () => bare[Symbol.asyncDispose](),
  };
}
