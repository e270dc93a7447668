import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { createEgressGuard, type CaptureContext } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { startBareServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { playwright } from "../index.ts";

/** Everything that a page can know of another one of its origin. */
interface Traces {
  readonly name: string;
  readonly windowName: string;
  readonly historyLength: number;
  readonly session: string | null;
  readonly heard: readonly string[];
  readonly files: readonly string[];
  readonly locks: number;
  readonly connections: number;
  readonly blobs: readonly (string | null)[];
  readonly stored: string | null;
  readonly cookie: string;
}

const page = `<!doctype html><title>Traces</title><p>A page that leaves traces and looks for those of others.</p><script>(async () => {
  const name = new URL(location.href).searchParams.get("name");
  const ask = async (path, body) => await (await fetch(path + "?name=" + name, { method: "POST", body: JSON.stringify(body ?? {}) })).json();
  const before = { windowName: window.name, historyLength: history.length, session: sessionStorage.getItem("name"), stored: localStorage.getItem("name"), cookie: document.cookie };
  window.name = name;
  localStorage.setItem("name", name);
  sessionStorage.setItem("name", name);
  history.pushState(name, "", "#" + name);
  document.cookie = "name=" + name + "; max-age=9999";
  const heard = [];
  const channel = new BroadcastChannel("traces");
  channel.onmessage = ({ data }) => heard.push(data);
  await new Promise((resolve) => navigator.locks.request(name, () => { resolve(); return new Promise(() => {}); }));
  const folder = await navigator.storage.getDirectory();
  await folder.getFileHandle(name, { create: true });
  const worker = new SharedWorker("/shared.js");
  const connections = await new Promise((resolve) => { worker.port.onmessage = ({ data }) => resolve(data); });
  const own = URL.createObjectURL(new Blob([name]));
  const met = await ask("/meet", { own });
  new BroadcastChannel("traces").postMessage(name);
  const read = async (url) => { try { return await (await fetch(url)).text(); } catch { return null; } };
  const blobs = await Promise.all(met.map(({ own }) => read(own)));
  await ask("/meet");
  const files = [];
  for await (const file of folder.keys()) files.push(file);
  const locks = (await navigator.locks.query()).held.length;
  await ask("/report", { name, ...before, heard, files, locks, connections, blobs });
})()</script>`;

/** A site whose pages wait for so many of them to be open at once. */
async function startSite(together: number) {
  const reports: Traces[] = [];
  const done = Promise.withResolvers<void>();
  let waiting: { readonly body: unknown; readonly answer: (all: string) => void }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    if (pathname === "/") return void response.setHeader("content-type", "text/html").end(page);
    if (pathname === "/shared.js") {
      response.setHeader("content-type", "text/javascript");
      return void response.end("let count = 0; onconnect = ({ ports: [port] }) => port.postMessage(++count);");
    }
    if (request.method !== "POST") return void response.writeHead(404).end();
    const body = await json(request);
    response.setHeader("content-type", "application/json");
    if (pathname === "/report") {
      reports.push(body as Traces);
      if (reports.length === together) done.resolve();
      return void response.end("{}");
    }
    waiting.push({ body, answer: (all) => void response.end(all) });
    if (waiting.length < together) return;
    const met = waiting;
    waiting = [];
    for (const { answer: tell } of met) tell(JSON.stringify(met.map((one) => one.body)));
  };
  const site = await startBareServer((request, response) => void answer(request, response));
  return { site, reports, done: done.promise };
}

const openBrowser = () =>
  playwright({ sandbox: process.getuid?.() !== 0, pool: { maxOpenPages: 2, maxPagesPerBrowser: 2 } });
const guard = createEgressGuard({ allow: ["127.0.0.1"] });
const contextOf = (sharesWith: string): CaptureContext => ({ guard, maxBodyBytes: 1e6, sharesWith });

const noTraces = (name: string, windowName: string) => ({
  ...{
    name,
    windowName,
    historyLength: 2,
    session: null,
    stored: null,
    cookie: "",
    heard: [name],
    files: [name],
    locks: 1,
    connections: 1,
  },
});

test("pages of two callers that are open in one browser at once find nothing of each other", async () => {
  const { site, reports, done } = await startSite(2);
  await using _site = site;
  await using source = openBrowser();
  const enough = new AbortController();
  const captures = ["one", "other"].map((name) =>
    source.capture(
      captureRequest(`${site.origin}/?name=${name}`, { waitForMs: 60_000 }),
      enough.signal,
      contextOf(name),
    ),
  );
  const settled = Promise.allSettled(captures);
  await Promise.race([done, Promise.all(captures)]);
  expect((await source.status()).browsers).toHaveLength(1);
  enough.abort();
  await settled;
  const byName = reports.toSorted((first, second) => first.name.localeCompare(second.name));
  expect(byName).toEqual([
    { ...noTraces("one", ""), blobs: expect.toSatisfy(hasOnly("one")) },
    { ...noTraces("other", ""), blobs: expect.toSatisfy(hasOnly("other")) },
  ]);
});

test("a page finds nothing of the one of its own caller that was there before", async () => {
  const { site, reports } = await startSite(1);
  await using _site = site;
  await using source = openBrowser();
  for (const name of ["first", "second", "third"])
    await source.capture(
      captureRequest(`${site.origin}/?name=${name}`, { waitForMs: 2_000 }),
      AbortSignal.timeout(60_000),
      contextOf("caller"),
    );
  expect(reports).toEqual(["first", "second", "third"].map((name) => ({ ...noTraces(name, ""), blobs: [name] })));
});

/** True of what was read of two pages' blobs if one of them could be read, the page's own. */
const hasOnly = (name: string) => (blobs: unknown) =>
  Array.isArray(blobs) && blobs.length === 2 && blobs.includes(name) && blobs.includes(null);
