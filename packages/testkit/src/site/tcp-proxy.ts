import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listen, type BareServer } from "./bare-server.ts";

/** The way to a server on loopback, which can be made long, cut off, or lead elsewhere. */
export interface TcpProxy extends BareServer {
  /** Everything takes so much longer, each way. */
  slowDown(delayMs: number): void;
  /** Breaks all connections and lets none through, until {@link TcpProxy.heal}. */
  cut(): void;
  /** Says nothing any more, to anybody, and breaks nothing, until {@link TcpProxy.heal}. */
  silence(): void;
  heal(): void;
  /** Leads new connections to another port, and breaks the old ones. */
  leadTo(port: number): void;
}

/** The state of the way at the moment. */
interface Way {
  target: number;
  delayMs: number;
  isCut: boolean;
  /** Resolves when it is silent no more. */
  silence: PromiseWithResolvers<void>;
  readonly sockets: Set<Socket>;
}

/** Starts a {@link TcpProxy} before a port. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const way: Way = {
    ...{ target: port, delayMs: 0, isCut: false },
    ...{ silence: Promise.withResolvers<void>(), sockets: new Set<Socket>() },
  };
  way.silence.resolve();
  const breakAll = () => {
    for (const socket of way.sockets) socket.destroy();
  };
  const listening = await listen(
    createServer((incoming) => join(incoming, way)),
    "tcp",
    breakAll,
  );
  return {
    ...listening,
    slowDown(delayMs) {
      way.delayMs = delayMs;
    },
    cut() {
      way.isCut = true;
      breakAll();
    },
    silence() {
      way.silence = Promise.withResolvers();
    },
    heal() {
      Object.assign(way, { isCut: false, delayMs: 0 });
      way.silence.resolve();
    },
    leadTo(target) {
      way.target = target;
      breakAll();
    },
  };
}

/** Joins a connection to one of its own to the target; one ends with the other. */
function join(incoming: Socket, way: Way): void {
  if (way.isCut) return void incoming.destroy();
  const outgoing = connect(way.target, "127.0.0.1");
  const pair = [incoming, outgoing];
  for (const socket of pair) {
    way.sockets.add(socket);
    socket.once("close", () => {
      way.sockets.delete(socket);
      for (const other of pair) other.destroy();
    });
    socket.on("error", () => undefined); // the other end is told by the end of its connection
  }
  carry(incoming, outgoing, way).catch(() => outgoing.destroy());
  carry(outgoing, incoming, way).catch(() => incoming.destroy());
}

async function carry(from: Socket, to: Socket, way: Way): Promise<void> {
  for await (const chunk of from) {
    if (way.delayMs > 0) await sleep(way.delayMs);
    await way.silence.promise;
    if (to.destroyed) return;
    to.write(chunk as Buffer);
  }
  to.end();
}
