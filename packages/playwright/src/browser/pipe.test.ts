import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openPipe } from "./pipe.ts";

/** A pipe to a browser that is played by the test. */
function playBrowser() {
  const [commands, answers] = [new PassThrough(), new PassThrough()];
  const pipe = openPipe(commands, answers);
  const heard: object[] = [];
  pipe.onmessage = (message) => void heard.push(message);
  return {
    pipe,
    heard,
    sent: () => (commands.read() as Buffer | null)?.toString() ?? "",
    say: (...texts: readonly (string | Buffer)[]) => texts.forEach((text) => answers.write(text)),
    turn: () => new Promise((resolve) => setTimeout(resolve)),
  };
}

test("messages come whole and in order, however they are cut on the way", async () => {
  const { heard, say, turn } = playBrowser();
  say('{"id":1,"result":{}}\0{"id":2,', '"result":{"value":"ä', '"}}\0', '{"method":"Page.loadEventFired"}\0');
  await turn();
  expect(heard).toEqual([{ id: 1, result: {} }, { id: 2, result: { value: "ä" } }, { method: "Page.loadEventFired" }]);
});

test("what pages only say for the record is not read", async () => {
  const { heard, say, turn } = playBrowser();
  say('{"method":"Runtime.consoleAPICalled","params":not even JSON}\0{"method":"Page.frameNavigated","params":{}}\0');
  await turn();
  expect(heard).toEqual([{ method: "Page.frameNavigated", params: {} }]);
});

test("an answer that is too long is an error for whoever asked, and an event that is too long is nothing", async () => {
  const { heard, say, turn } = playBrowser();
  const megabyte = Buffer.alloc(1024 * 1024, "x");
  const long = Array.from({ length: 170 }, () => megabyte);
  say('{"id":7,"result":{"data":"', ...long, '"},"sessionId":"ABC"}\0');
  say('{"method":"Page.windowOpen","params":{"url":"', ...long, '"}}\0', '{"id":8,"result":{}}\0');
  await turn();
  expect(heard).toEqual([
    { id: 7, sessionId: "ABC", error: { code: -32_000, message: expect.stringContaining("larger than") } },
    { id: 8, result: {} },
  ]);
});

test("workers are not asked to report, and the driver thinks that they are", async () => {
  const { pipe, heard, say, sent, turn } = playBrowser();
  say('{"method":"Target.attachedToTarget","params":{"sessionId":"W","targetInfo":{"type":"service_worker"}}}\0');
  await turn();
  pipe.send({ id: 1, method: "Runtime.enable", sessionId: "W" });
  pipe.send({ id: 2, method: "Runtime.enable", sessionId: "P" });
  await turn();
  expect(sent()).toBe('{"id":2,"method":"Runtime.enable","sessionId":"P"}\0');
  expect(heard.at(-1)).toEqual({ id: 1, sessionId: "W", result: {} });
});
