import { execFile } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { captureOf, startBareServer, transformOptions } from "@garner/testkit/site";
import { afterEach, describe, expect, test } from "vitest";
import { createEngine } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import { systemClock } from "../../memory/system-clock.ts";
import type { Transformer } from "../transformer.ts";
import type { Capture } from "../../ports/page-source.ts";
import { bareText } from "./bare-content.ts";
import { inProcessTransformer } from "./in-process.ts";
import { pack, unpack } from "./parcel.ts";
import { workerTransformer, type WorkerTransformerOptions } from "./worker-transformer.ts";

const options = transformOptions({ outputs: ["markdown", "html", "rawHtml", "links"] });

const pageOf = (body: string, contentType = "text/html; charset=utf-8"): Capture => captureOf(body, { contentType });

/** A reader that never ends, two that take all memory, by and by and in ever larger pieces, one that fails, and one that fails when it is done; and HTML, so that bare text has its use. */
const hostileParsers = `data:text/javascript,${encodeURIComponent(`
  const html = (more) => ({ html: "<p>" + more + "</p>", metadata: {}, warnings: [] });
  export const parsers = [
    { mediaTypes: ["text/x-endless"], parse() { for (;;); } },
    { mediaTypes: ["text/x-greedy"], parse() { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); } },
    { mediaTypes: ["text/x-growing"], parse() { const all = []; for (;;) all.push(1); } },
    { mediaTypes: ["text/x-broken"], parse() { throw new TypeError("oh"); } },
    { mediaTypes: ["text/x-late"], async parse() { setTimeout(() => { throw new TypeError("late"); }); return html("late"); } },
    { mediaTypes: ["text/x-fine"], async parse() { return html("fine"); } },
  ];`)}`;

const open: Transformer[] = [];
function pool(settings: WorkerTransformerOptions = {}): Transformer {
  const transformer = workerTransformer({ threads: 1, inProcessBytes: 0, ...settings });
  open.push(transformer);
  return transformer;
}
afterEach(async () => {
  for (const transformer of open.splice(0)) await transformer[Symbol.asyncDispose]?.();
});

const never = new AbortController().signal;
const failureOf = async (work: Promise<unknown>): Promise<EngineError> =>
  EngineError.from(
    await work.then(
      () => new TypeError("no failure"),
      (thrown: unknown) => thrown,
    ),
  );

describe("a pool of workers", () => {
  test("gives what the calling thread would give, also for long pages", async () => {
    const page = pageOf(
      `<title>Ü</title><main><h1>Quay</h1>${"<p>Ships moor — <a href='/a'>here</a>. 船</p>".repeat(3000)}</main>`,
    );
    const here = await inProcessTransformer().transform(page, options, never);
    expect(await pool().transform(page, options, never)).toEqual(here);
    expect(page.body.length).toBeGreaterThan(0);
  });

  test("raises the errors that the page raises", async () => {
    const failure = await failureOf(
      pool().transform(pageOf("\u0000\u0001\u0002", "application/x-tar"), options, never),
    );
    expect(failure).toMatchObject({ code: "UNSUPPORTED_CONTENT", details: { mediaType: "application/x-tar" } });
  });

  test("hides what is unexpected behind UNKNOWN_ERROR", async () => {
    const work = pool({ parsersModule: hostileParsers }).transform(pageOf("x", "text/x-broken"), options, never);
    expect((await failureOf(work)).code).toBe("UNKNOWN_ERROR");
  });

  test("ends a page that takes too long, returns its bare text, and goes on", async () => {
    // Of a page's two clocks, for its thread to begin and for its own work, the second passes soon; that of its bare text doesn't.
    const times = [60_000, 2000];
    const deadline = (ms: number) => systemClock.deadline(ms === 1234 ? (times.shift() ?? 60_000) : 1);
    const transformer = pool({ parsersModule: hostileParsers, maxPageMs: 1234, clock: { ...systemClock, deadline } });
    const content = await transformer.transform(pageOf("<p>one</p><p>two", "text/x-endless"), options, never);
    expect(content.markdown).toBe("one\n\ntwo");
    expect(content.warnings).toEqual([
      "The page could not be read in full, because it took more than 1234 ms; this is its bare text.",
    ]);
    expect((await transformer.transform(pageOf("x", "text/x-fine"), options, never)).markdown?.trim()).toBe("fine");
  });

  test("reads an honest page while every thread has a page that never ends", async () => {
    const clock = {
      ...systemClock,
      deadline: (ms: number) => systemClock.deadline(ms === 1000 || ms === 5000 ? 50 : ms),
    };
    const transformer = pool({ parsersModule: hostileParsers, threads: 2, maxPageMs: 600_000, clock });
    const caller = new AbortController();
    const endless = pageOf("x", "text/x-endless");
    const hostile = Array.from({ length: 4 }, () => failureOf(transformer.transform(endless, options, caller.signal)));
    const honest = { ...pageOf("x", "text/x-fine"), url: "https://honest.example/" };
    const content = await Promise.race([transformer.transform(honest, options, never), ...hostile]);
    expect(content).toMatchObject({ markdown: expect.stringContaining("fine") });
    caller.abort();
    expect((await Promise.all(hostile)).map(({ code }) => code)).toEqual(Array(4).fill("ABORTED"));
  });

  test.each([
    ["%PDF-1.7", "application/pdf"],
    ["%PDF-1.7", "text/html"],
    ["PK\u0003\u0004word/document.xml", ""],
    ["PK\u0003\u0004word/document.xml", "application/msword"],
    ["PK\u0003\u0004word/document.xml", "application/force-download"],
    ["PK\u0003\u0004word/document.xml", "text/html"],
  ])("refuses a document that takes too long, as it has no bare text: %j sent as %j", async (body, contentType) => {
    const deadline = () => AbortSignal.abort();
    const transformer = pool({ clock: { ...systemClock, deadline } });
    const failure = await failureOf(transformer.transform(pageOf(body, contentType), options, never));
    expect(failure).toMatchObject({ code: "UNSUPPORTED_CONTENT", message: expect.stringContaining("took more than") });
  });

  test.each(["text/x-greedy", "text/x-growing"])(
    "ends a page that takes too much memory, and goes on: %s",
    async (type) => {
      const transformer = pool({ parsersModule: hostileParsers, maxMemoryMb: 64 });
      const content = await transformer.transform(pageOf("<p>big", type), options, never);
      expect(content.markdown).toBe("big");
      expect(content.warnings).toEqual([expect.stringContaining("too much memory")]);
      expect((await transformer.transform(pageOf("x", "text/x-fine"), options, never)).markdown?.trim()).toBe("fine");
    },
  );

  test("ends a page whose caller gave up, and goes on", async () => {
    const transformer = pool({ parsersModule: hostileParsers });
    const caller = new AbortController();
    const work = failureOf(transformer.transform(pageOf("x", "text/x-endless"), options, caller.signal));
    await nextTurn();
    caller.abort(new Error("enough"));
    expect(await work).toMatchObject({ code: "ABORTED", cause: caller.signal.reason });
    expect((await transformer.transform(pageOf("x", "text/x-fine"), options, never)).markdown?.trim()).toBe("fine");
  });

  test("refuses pages when too many wait", async () => {
    const transformer = pool({ parsersModule: hostileParsers, maxQueue: 1 });
    const caller = new AbortController();
    const works = [1, 2, 3].map(() =>
      failureOf(transformer.transform(pageOf("x", "text/x-endless"), options, caller.signal)),
    );
    expect((await Promise.race(works)).code).toBe("OVERLOADED");
    caller.abort();
    expect((await Promise.all(works)).map(({ code }) => code)).toEqual(["ABORTED", "ABORTED", "OVERLOADED"]);
  });

  test("reads small pages without a thread", async () => {
    const transformer = pool({ inProcessBytes: 1000, maxPageMs: 1 });
    expect(await transformer.transform(pageOf("<p>small"), options, never)).toMatchObject({ warnings: [] });
  });

  test("reads a page of four times the size without a thread where nobody waits for another", async () => {
    let threads = 0;
    const count = () => (threads += 1);
    process.on("worker", count);
    const transformer = pool({ inProcessBytes: 1000 });
    const read = async () => await transformer.transform(pageOf("<p>a ".repeat(500)), options, never);
    const alone = [await read(), await read()];
    expect(threads).toBe(0);
    expect(await Promise.all([read(), read()])).toEqual(alone);
    expect(threads).toBe(1);
    process.off("worker", count);
  });

  test("reads small pages of jobs in a thread", async () => {
    const clock = { ...systemClock, deadline: (ms: number) => (ms === 1 ? AbortSignal.abort() : never) };
    const transformer = workerTransformer({ threads: 1, inProcessBytes: 1000, maxPageMs: 1, clock });
    open.push(transformer);
    const inBackground = transformer.waiting({ inBackground: true, untimed: async (waiting) => await waiting });
    expect((await failureOf(inBackground.transform(pageOf("<p>small"), options, never))).message).toContain(
      "it took more than 1 ms",
    );
  });

  test("says at once when its worker is missing", () => {
    expect(() => workerTransformer({ workerUrl: new URL("file:///nowhere/worker.js") })).toThrow(/pass `workerUrl`/);
  });

  test("leaves parsers that are functions to those who can take them", () => {
    const parsers = [{ mediaTypes: ["text/x-own"], parse: async () => ({ html: "", metadata: {}, warnings: [] }) }];
    expect(() => createEngine({ content: { parsers, transformer: pool() } })).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining("parsersModule") }),
    );
  });

  test("a scrape's own timeout ends its page in a worker", async () => {
    await using site = await startBareServer((request, response) => {
      const type = request.url === "/endless" ? "text/x-endless" : "text/x-fine";
      response.setHeader("content-type", type).end("x");
    });
    const transformer = pool({ parsersModule: hostileParsers });
    await using engine = createEngine({ content: { transformer }, policy: { allowPrivateNetworks: true } });
    const endless = engine.scrape({ url: `${site.origin}/endless`, timeout: 300 });
    expect(await failureOf(endless)).toMatchObject({ code: "SCRAPE_TIMEOUT" });
    expect((await engine.scrape({ url: `${site.origin}/fine` })).markdown?.trim()).toBe("fine");
  });

  test("waiting for a thread is no part of a page's time", async () => {
    await using site = await startBareServer((request, response) => {
      const type = request.url === "/endless" ? "text/x-endless" : "text/x-fine";
      response.setHeader("content-type", type).end("x");
    });
    // The engine's time stands still until the second page has waited longer than it may take.
    let now = 0;
    const timeIsOver = new AbortController();
    const deadline = (ms: number) => (ms === 4321 ? timeIsOver.signal : never);
    const captured = Promise.withResolvers<void>();
    await using engine = createEngine({
      content: { transformer: pool({ parsersModule: hostileParsers, maxPageMs: 600_000 }) },
      policy: { allowPrivateNetworks: true },
      runtime: {
        clock: { ...systemClock, monotonic: () => now, deadline },
        onEvent: (event) => event.type === "capture-end" && event.url.endsWith("/fine") && captured.resolve(),
      },
    });
    const caller = new AbortController();
    const endless = failureOf(engine.scrape({ url: `${site.origin}/endless` }, { signal: caller.signal }));
    const fine = engine.scrape({ url: `${site.origin}/fine`, timeout: 4321 });
    await captured.promise;
    await nextTurn();
    now += 10_000;
    timeIsOver.abort();
    expect((await fine).markdown?.trim()).toBe("fine");
    caller.abort();
    expect(await endless).toMatchObject({ code: "ABORTED" });
  });

  test("a page that has waited too long for a thread is refused", async () => {
    const clock = { ...systemClock, deadline: (ms: number) => (ms === 7777 ? AbortSignal.abort() : never) };
    const transformer = pool({ parsersModule: hostileParsers, maxWaitMs: 7777, clock });
    const caller = new AbortController();
    const endless = failureOf(transformer.transform(pageOf("x", "text/x-endless"), options, caller.signal));
    const waiting = await failureOf(transformer.transform(pageOf("x", "text/x-fine"), options, never));
    expect(waiting).toMatchObject({ code: "OVERLOADED", message: expect.stringContaining("7777 ms") });
    caller.abort();
    await endless;
  });

  test("lets one page at most feel that a thread ends while it has nothing to do", async () => {
    const transformer = pool({ parsersModule: hostileParsers });
    const read = (type: string) => transformer.transform(pageOf("x", type), options, never);
    // It ends with the first page, between two pages, or with one that it has just taken.
    const outcomeOf = (type: string) =>
      read(type).then(
        ({ markdown }) => markdown?.trim(),
        () => "failed",
      );
    const outcomes = [await outcomeOf("text/x-late")];
    for (let page = 0; page < 20; page += 1) outcomes.push(await outcomeOf("text/x-fine"));
    expect(outcomes.filter((outcome) => outcome === "failed").length).toBeLessThanOrEqual(1);
    expect(outcomes.slice(-10)).toEqual(Array(10).fill("fine"));
  });

  test("says what keeps its threads from starting", async () => {
    const program = `
      import { createEngine, workerTransformer } from ${JSON.stringify(new URL("../../index.ts", import.meta.url).href)};
      await using transformer = workerTransformer();
      await using engine = createEngine({ content: { transformer } });
      const html = "<p>Ships moor at the quay.</p>".repeat(4000);
      const failure = await engine.read({ html, url: "https://a.example/" }).catch((thrown) => thrown);
      console.log(failure.code, failure.message);`;
    const preload = `import { isMainThread } from "node:worker_threads"; if (!isMainThread) throw new Error("no agent here");`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...["--conditions=source", "--import", `data:text/javascript,${encodeURIComponent(preload)}`],
      ...["--input-type=module", "--eval", program],
    ]);
    expect(stdout).toMatch(
      /^CAPABILITY_MISSING The threads that read pages can't start: no agent here\. .*NODE_OPTIONS/,
    );
  });

  test("does nothing once it is disposed", async () => {
    const transformer = pool();
    await transformer[Symbol.asyncDispose]?.();
    expect((await failureOf(transformer.transform(pageOf("<p>x"), options, never))).code).toBe("ABORTED");
  });
});

test("a parcel holds what was packed", async () => {
  const content = {
    markdown: "\uFEFFü船".repeat(60_000),
    html: "short",
    metadata: { title: "x" },
    verdict: "ok" as const,
    verdictReason: "",
    warnings: [],
  };
  const parcel = pack(content);
  expect(parcel.content).not.toHaveProperty("markdown");
  expect(await unpack(parcel)).toEqual(content);
});

test("bare text leaves out tags, scripts, styles and comments, whatever is never closed", () => {
  expect(bareText("<p>a<b>b</b> <!-- c --><script>d</script>e<div>f &lt; 2 < 3")).toBe("ab\n\ne\n\nf &lt; 2 < 3");
  expect(bareText("a<script>b")).toBe("a");
  expect(bareText("<script".repeat(100_000))).toBe("");
  expect(bareText("<".repeat(100_000)).length).toBe(100_000);
});
