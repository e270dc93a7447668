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

/** How a proxy is started. */
export interface ProxyServerOptions {
  /** Asked for when given. Must not contain what a URL would have to encode. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Where a host name really leads; 127.0.0.1 and the same port otherwise. */
  readonly port?: number;
}

/** Starts an HTTP proxy, for plain requests and for tunnels (`CONNECT`). */
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
    upstream.on("error", () => response.destroy());
    upstream.end();
  });
  server.on("connect", (request, socket: Socket) => {
    if (!isAuthorised(request, options)) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    targets.push(request.url ?? "");
    tunnel(socket, options.port ?? Number(request.url?.split(":").at(-1)), sockets);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
  });
  const bare = await listen(server, "http", () => {
    server.closeAllConnections();
    sockets.forEach((socket) => socket.destroy());
  });
  return describeProxy(bare, "http", { targets, options });
}

/** Starts a SOCKS5 proxy (RFC 1928) that asks for a user name and password (RFC 1929) if there are credentials. */
export async function startSocksProxy(options: ProxyServerOptions = {}): Promise<ProxyServer> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    serveSocks(socket, options, (target, port) => {
      targets.push(target);
      tunnel(socket, options.port ?? port, sockets);
    }).catch(() => socket.destroy());
  });
  const bare = await listen(server, "socks5", () => sockets.forEach((socket) => socket.destroy()));
  return describeProxy(bare, "socks5", { targets, options });
}

async function serveSocks(
  socket: Socket,
  { credentials }: ProxyServerOptions,
  open: (target: string, port: number) => void,
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
  socket.write(Uint8Array.of(5, 0, 0, 1, 127, 0, 0, 1, 0, 0));
  open(`${host}:${port}`, port);
}

/** Each message of the handshake waits for the answer to the one before, so it comes as one chunk on loopback. */
async function chunk(socket: Socket): Promise<Buffer> {
  const [bytes] = await once(socket, "data");
  return bytes as Buffer;
}

function tunnel(socket: Socket, port: number, sockets: Set<Socket>): void {
  const upstream = connect(port, "127.0.0.1");
  for (const end of [socket, upstream]) sockets.add(end);
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
