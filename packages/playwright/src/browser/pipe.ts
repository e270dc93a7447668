import type { Readable, Writable } from "node:stream";

/** The way between the driver and a browser: messages of the DevTools protocol, as the driver takes it. */
export interface BrowserPipe {
  send(message: object): void;
  close(): void;
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
}

/**
 * A longer message is not read: with it, one page could fill the memory of this process, or end it, since there is no
 * string of more than half a gigabyte. The largest that is ever asked for is the picture of a page.
 */
const maxMessageBytes = 160 * 1024 * 1024;

/** Messages that pages send in any number and size, and that have no listener here. */
const unheard =
  /^\{"method":"(?:Runtime\.(?:consoleAPICalled|exceptionThrown)|Log\.entryAdded|Network\.(?:dataReceived|eventSourceMessageReceived|webSocketFrame\w+))"/;

/**
 * Speaks to a browser through its two pipes (`--remote-debugging-pipe`): messages are JSON and end with a zero byte.
 * Messages of pages for the record are dropped unread, and a message over the limit is answered for the browser with an
 * error, so that the asker learns of it.
 */
export function openPipe(commands: Writable, answers: Readable): BrowserPipe {
  const workers = new Set<string>();
  // Each in a turn of its own: code that awaits an answer is to see it before the next message.
  const deliver = (message: Message) => void setImmediate(() => pipe.onmessage?.(message));
  const pipe: BrowserPipe = {
    send(message: Message) {
      if (isUnwanted(message, workers)) deliver({ id: message.id, sessionId: message.sessionId, result: {} });
      else commands.write(`${JSON.stringify(message)}\0`);
    },
    // A browser whose pipe is closed ends itself.
    close: () => void commands.end(),
  };
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer) => {
    bytes += part.length;
    parts.push(part);
    // Only the ends of a message that is too long are kept, which show whose answer it is.
    if (bytes > maxMessageBytes && parts.length > 3) parts.splice(1, parts.length - 3);
  };
  const finish = () => {
    const message = read(parts, bytes);
    parts = [];
    bytes = 0;
    if (message === undefined) return;
    const { method, params } = message;
    const target = params?.targetInfo?.type ?? "";
    if (method === "Target.attachedToTarget" && target.endsWith("worker")) workers.add(params?.sessionId ?? "");
    if (method === "Target.detachedFromTarget") workers.delete(params?.sessionId ?? "");
    deliver(message);
  };
  answers.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      add(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  });
  // Both ends close when the browser ends, which is all there is to know of it.
  for (const stream of [commands, answers]) stream.on("error", () => undefined);
  answers.once("close", () => pipe.onclose?.());
  return pipe;
}

/** The part of a message that is looked at. */
interface Message {
  readonly id?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string; readonly targetInfo?: { readonly type: string } };
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * Commands of the driver that turn on messages without a listener here. Pages need `Runtime.enable`, which also tells
 * of their documents; workers have none.
 */
function isUnwanted({ method, sessionId = "" }: Message, workers: ReadonlySet<string>): boolean {
  return method === "Log.enable" || (method === "Runtime.enable" && workers.has(sessionId));
}

function read(parts: readonly Buffer[], bytes: number): Message | undefined {
  const [first] = parts;
  if (first === undefined || unheard.test(first.toString("latin1", 0, 60))) return undefined;
  if (bytes <= maxMessageBytes) return JSON.parse(Buffer.concat(parts).toString()) as Message;
  return refusal(first.toString("latin1", 0, 100), Buffer.concat(parts.slice(-2)).toString("latin1").slice(-200));
}

/** Sent to the asker instead of an answer that is too long. Events have no asker. */
function refusal(beginning: string, end: string): Message | undefined {
  const id = /^\{"id":(\d+),/.exec(beginning)?.[1];
  if (id === undefined) return undefined;
  const sessionId = /"sessionId":"(\w+)"\}$/.exec(end)?.[1];
  const error = { code: -32000, message: `The answer is larger than ${maxMessageBytes} bytes.` };
  return { id: Number(id), sessionId, error };
}
