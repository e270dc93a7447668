import { connect, type Socket } from "node:net";

/** What a slow or torn client needs to know. */
export interface Target {
  readonly port: number;
  /** The path of an answer and of an event stream that are larger than what a connection holds. */
  readonly largeAnswer: string;
  readonly largeStream: string;
  /** The path of a job that never ends. */
  readonly endlessJob: string;
}

/** A client that is no good to the server, which should let go of it. */
export interface TornSocket {
  /** Resolves when the connection is gone. A client that doesn't read learns of that only when it reads. */
  readonly gone: Promise<void>;
  readonly receivedBytes: () => number;
  /** Begins to read, if it did not. */
  read(): void;
}

/** What a client does once it is connected. */
type Habit = (socket: Socket, target: Target) => void;

const dribbleMs = 20;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (length: number) =>
  `POST /v2/scrape HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const upgrade = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: localhost",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "",
    "",
  ].join("\r\n");

function dribble(socket: Socket, text: string): void {
  const writing = setInterval(() => void socket.write(text), dribbleMs);
  socket.once("close", () => clearInterval(writing));
}

function afterAnswer(socket: Socket, then: () => void): void {
  socket.once("data", then);
}

/** Clients who read what they get. */
const readers: Readonly<Record<string, Habit>> = {
  "says nothing": () => {},
  "says half a head": (socket) => void socket.write("GET / HTTP/1.1\r\nHost: loc"),
  "dribbles a head": (socket) => {
    socket.write("GET / HTTP/1.1\r\nX-Slow: ");
    dribble(socket, "x");
  },
  "announces a body and sends none": (socket) => void socket.write(post(1000)),
  "dribbles a small body": (socket) => {
    socket.write(`${post(1_000_000)}{"url":"`);
    dribble(socket, "x");
  },
  "stops in the middle of a large body": (socket) => void socket.write(post(9_000_000) + "x".repeat(200_000)),
  "says nothing after its first request": (socket) => void socket.write(get("/test")),
  "speaks TLS": (socket) => void socket.write(Buffer.from("16030100f8010000f40303", "hex")),
  "goes on with garbage": (socket) => void socket.write(`${get("/test")}\0\xff\r\n\r\n`),
  "sends a hundred requests at once": (socket) => void socket.write(get("/test").repeat(100)),
  "watches and never answers a ping": (socket, { endlessJob }) => void socket.write(upgrade(endlessJob)),
  "watches and sends garbage": (socket, { endlessJob }) => {
    socket.write(upgrade(endlessJob));
    afterAnswer(socket, () => socket.write("\xff\xff\xff\xff"));
  },
  "watches and sends too much": (socket, { endlessJob }) => {
    socket.write(upgrade(endlessJob));
    afterAnswer(socket, () =>
      socket.write(Buffer.concat([Buffer.from([0x82, 0xfe, 0xff, 0xff]), Buffer.alloc(65_539)])),
    );
  },
  "asks for what is not there and resets": (socket) => {
    socket.write(upgrade("/nowhere"));
    setImmediate(() => socket.resetAndDestroy());
  },
  "watches and resets": (socket, { endlessJob }) => {
    socket.write(upgrade(endlessJob));
    afterAnswer(socket, () => socket.resetAndDestroy());
  },
  "resets in the middle of an event stream": (socket, { largeStream }) => {
    socket.write(get(largeStream));
    afterAnswer(socket, () => socket.resetAndDestroy());
  },
  "resets in the middle of a body": (socket) => {
    socket.write(post(1000), () => setImmediate(() => socket.resetAndDestroy()));
  },
  "hangs up at once": (socket) => void socket.end(),
};

/** Clients who ask for much and read nothing. */
const deaf: Readonly<Record<string, Habit>> = {
  "reads nothing of a large answer": (socket, { largeAnswer }) => void socket.write(get(largeAnswer)),
  "reads nothing of an event stream": (socket, { largeStream }) => void socket.write(get(largeStream)),
  "watches and reads nothing": (socket, { largeStream }) =>
    void socket.write(upgrade(largeStream.replace("/events", ""))),
};

export const readerHabits = Object.keys(readers);
export const deafHabits = Object.keys(deaf);

/** Connects a client with a habit. */
export function connectTorn(habit: string, target: Target): TornSocket {
  const socket = connect(target.port, "127.0.0.1");
  let receivedBytes = 0;
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const read = () => void socket.on("data", (chunk) => (receivedBytes += chunk.length));
  socket.on("error", () => {}).once("close", () => resolve());
  if (habit in readers) read();
  socket.once("connect", () => (readers[habit] ?? deaf[habit])?.(socket, target));
  return { gone, read, receivedBytes: () => receivedBytes };
}
