import {
  createEgressGuard,
  systemClock,
  type ParsedAction as Action,
  type Capture,
  type CaptureRequest,
} from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { readPng, startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type BrowserSource } from "../index.ts";

describe("actions", () => {
  let site: BrowserSite;
  let source: BrowserSource;
  beforeAll(async () => {
    site = await startBrowserSite();
    source = playwright({ guard: createEgressGuard({ allow: ["127.0.0.1"] }) });
  });
  afterAll(async () => {
    await source[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const act = (path: string, actions: readonly Action[], more: Partial<CaptureRequest> = {}): Promise<Capture> =>
    source.capture(captureRequest(`${site.origin}${path}`, { actions, ...more }), systemClock.deadline(60_000));
  const htmlOf = (capture: Capture) => new TextDecoder().decode(capture.body);
  const click = (selector: string, all = false): Action => ({ type: "click", selector, all });
  const screenshot = (more = {}): Action => ({ type: "screenshot", fullPage: false, ...more });
  const bytesOf = (file: Uint8Array | undefined) => Buffer.from(file ?? []);
  const startOf = (bytes: Uint8Array | undefined) => bytesOf(bytes).toString("latin1", 0, 5);

  test("click reveals content, and `all` clicks every match", async () => {
    const page = htmlOf(await act("/click", [click("#more"), click(".tab", true), click("#hidden")]));
    for (const words of ["revealed", "tab one", "tab two", "tab three", "hidden one"]) expect(page).toContain(words);
    expect(htmlOf(await act("/click", [click(".tab")]))).not.toContain("tab two</p>");
  });

  test("write types into the element that is named, or the focused one, and press sends the form", async () => {
    const page = await act("/form", [
      { type: "write", selector: "#q", text: "oil lamps" },
      click("#city"),
      { type: "write", text: "Visby" },
      { type: "press", key: "Enter" },
    ]);
    expect(page.url).toBe(`${site.origin}/results?q=oil+lamps&city=Visby`);
    expect(htmlOf(page)).toContain("Results for oil lamps in Visby");
  });

  const body = (html: string): Action => ({
    type: "executeJavascript",
    script: `document.body.innerHTML = ${JSON.stringify(html)}; return 0`,
  });
  const said = "document.body.textContent + (document.querySelector('input')?.value ?? '')";

  test.each([
    ["<h1>Title</h1>"],
    ["<h1><button>Title</button></h1>"],
    ["<h1>Title</h1><input autofocus>"],
    ["<input id=h1 readonly value=Title>"],
    ["<input id=h1 disabled>"],
    ["<input id=h1 type=checkbox>"],
  ])("write into what takes no text fails: %s", async (html) => {
    const selector = html.includes("id=h1") ? "#h1" : "h1";
    await expect(act("/static", [body(html), { type: "write", selector, text: "oil" }])).rejects.toMatchObject({
      code: "ACTION_FAILED",
      message: `Action 1 (write on "${selector}") failed: the element takes no text: it is no field, or one that is disabled or read-only.`,
      details: { index: 1, type: "write", selector },
    });
  });

  test.each([
    ["<label>Query <input></label>", "label"],
    ["<div contenteditable><p>Words </p></div>", "p"],
    ["<p onclick='setTimeout(() => document.querySelector(`input`).focus(), 50)'>Search</p><input>", "p"],
  ])("write into what leads to a field types into that: %s", async (html, selector) => {
    const { actionResults } = await act("/static", [
      body(html),
      { type: "write", selector, text: "oil lamps" },
      { type: "executeJavascript", script: said },
    ]);
    expect(actionResults?.javascriptReturns?.[1]?.value).toContain("oil lamps");
  });

  test.each([
    ["<select id=f><option value=a>Apple<option value=p>Pear</select>", "Pear", "p"],
    ["<select id=f><option value=a>Apple<option value=p>Pear</select>", "p", "p"],
    ["<input id=f type=date>", "2030-05-17", "2030-05-17"],
    ["<input id=f type=time>", "10:30", "10:30"],
    ["<input id=f type=datetime-local>", "2030-05-17T10:30", "2030-05-17T10:30"],
    ["<input id=f type=month>", "2030-05", "2030-05"],
    ["<input id=f type=week>", "2030-W20", "2030-W20"],
    ["<input id=f type=color>", "#00FF00", "#00ff00"],
    ["<input id=f type=range>", "20", "20"],
  ])("write sets %s", async (html, text, value) => {
    const { actionResults, warnings } = await act("/static", [
      body(`${html}<p id=heard></p>`),
      {
        type: "executeJavascript",
        script: "f.oninput = f.onchange = ({ type }) => heard.append(type + ' '); return 0",
      },
      { type: "write", selector: "#f", text },
      click("#heard"),
      { type: "executeJavascript", script: "return [f.value, heard.textContent]" },
    ]);
    expect(actionResults?.javascriptReturns?.[2]?.value).toEqual([value, "input change "]);
    expect(warnings).toEqual([]);
  });

  test.each([
    [
      "<input id=f type=date>",
      "05/17/2030",
      /a field of the type date takes no "05\/17\/2030"; write it as in 2030-12-31/,
    ],
    ["<select id=f><option>Apple</select>", "Plum", /the list has no choice "Plum"; it has "Apple"/],
  ])("write into %s says what it does not take", async (html, text, message) => {
    const writing = act("/static", [body(html), { type: "write", selector: "#f", text }]);
    await expect(writing).rejects.toMatchObject({ code: "ACTION_FAILED", message: expect.stringMatching(message) });
  });

  test("write warns of a field that did not take the text", async () => {
    const { warnings } = await act("/static", [
      body("<input id=f type=number>"),
      { type: "write", selector: "#f", text: "many" },
    ]);
    expect(warnings).toEqual(['`write`: the field has the same text as before; it did not take "many".']);
  });

  test("a window that leads to a closed address says why", async () => {
    const click = "window.open('http://' + location.hostname + ':9/'); return 0";
    const opening = act("/static", [{ type: "executeJavascript", script: click }]);
    await expect(opening).rejects.toMatchObject({
      code: "ACTION_FAILED",
      message: expect.stringMatching(/127\.0\.0\.1:9 could not be read: browsers do not open its port/),
    });
  });

  test("write without a selector warns where nothing takes the text, as the page may listen itself", async () => {
    const listening = "document.addEventListener('keydown', ({ key }) => document.body.append(key)); return 0";
    const { actionResults, warnings } = await act("/static", [
      { type: "executeJavascript", script: listening },
      { type: "write", text: "oil" },
      { type: "executeJavascript", script: said },
    ]);
    expect(actionResults?.javascriptReturns?.[1]?.value).toMatch(/oil$/);
    expect(warnings).toContainEqual(expect.stringContaining("no field that takes text had the focus"));
  });

  test("scroll loads what an endless page loads, and ends", async () => {
    const down: Action = { type: "scroll", direction: "down" };
    const page = htmlOf(await act("/endless", [down, down, down, down]));
    expect(page).toContain("entry 41<");
    expect(page).not.toContain("entry 2000<");
  });

  test("scroll moves the element that is named, up and down", async () => {
    const top = "document.getElementById('box').scrollTop";
    const { actionResults } = await act("/endless", [
      { type: "scroll", direction: "down", selector: "#box" },
      { type: "executeJavascript", script: top },
      { type: "scroll", direction: "up", selector: "#box" },
      { type: "executeJavascript", script: top },
    ]);
    expect(actionResults?.javascriptReturns?.map(({ value }) => value)).toEqual([100, 0]);
  });

  test("scroll moves what fills the window, where the page itself does not scroll", async () => {
    const build = `document.body.innerHTML = "<div id=app style='height: 100%; overflow: auto'><div style='height: 5000px'>App</div></div>";
      document.documentElement.style.height = document.body.style.height = "100%"; document.body.style.margin = 0; return 0`;
    const { actionResults } = await act("/static", [
      { type: "executeJavascript", script: build },
      { type: "scroll", direction: "down" },
      { type: "scroll", direction: "down" },
      { type: "executeJavascript", script: "document.getElementById('app').scrollTop" },
      { type: "scroll", direction: "up" },
      { type: "executeJavascript", script: "document.getElementById('app').scrollTop" },
    ]);
    expect(actionResults?.javascriptReturns?.map(({ value }) => value)).toEqual([0, 1600, 800]);
  });

  test("wait takes milliseconds or a selector", async () => {
    const { actionResults } = await act("/click", [
      {
        type: "executeJavascript",
        script: "setTimeout(() => { document.body.append(document.createElement('late-one')); }, 700)",
      },
      { type: "wait", selector: "late-one" },
      { type: "executeJavascript", script: "document.querySelectorAll('late-one').length" },
      { type: "executeJavascript", script: "performance.now()" },
      { type: "wait", milliseconds: 250 },
      { type: "executeJavascript", script: "performance.now()" },
    ]);
    const [, count, before, after] = actionResults?.javascriptReturns?.map(({ value }) => value) ?? [];
    expect(count).toBe(1);
    expect(Number(after) - Number(before)).toBeGreaterThanOrEqual(250);
  });

  test("scrape returns the page or an element, as it is at that moment", async () => {
    const { actionResults } = await act("/click", [
      { type: "scrape" },
      click("#more"),
      { type: "scrape", selector: "#out" },
    ]);
    const [whole, part] = actionResults?.scrapes ?? [];
    expect(whole).toMatchObject({ url: `${site.origin}/click`, html: expect.stringContaining('<div id="out"></div>') });
    expect(whole?.html).toMatch(/^<!DOCTYPE html>/i);
    expect(part?.html).toBe('<div id="out"><p>revealed</p></div>');
  });

  test.each([
    ["document.title", { type: "string", value: "Fixture" }],
    ["1 + 1", { type: "number", value: 2 }],
    ["return [1, 'two', null]", { type: "object", value: [1, "two", null] }],
    ["const a = { b: await Promise.resolve(true) }; return a;", { type: "object", value: { b: true } }],
    ["await fetch('/json').then((answer) => answer.json())", { type: "object", value: { answer: 42 } }],
    ["null", { type: "object", value: null }],
    ["undefined", { type: "undefined", value: null }],
    ["let x = 3; x * 2", { type: "number", value: 6 }],
    ["document.body.localName === 'body'", { type: "boolean", value: true }],
    ["Symbol('sign')", { type: "symbol", value: "Symbol(sign)" }],
    [
      "await new Promise((r) => setTimeout(r, 50)); location.href = '/late'; await new Promise(() => {})",
      { type: "undefined", value: null },
    ],
    ["10n", { type: "bigint", value: "10n" }],
    ["return [1, [2, 3], 10n, { a: NaN }]", { type: "object", value: [1, [2, 3], "10n", { a: "NaN" }] }],
    [
      "const bare = Object.create(null); bare.self = bare; bare.a = 1; return bare",
      { type: "object", value: { self: "[Circular]", a: 1 } },
    ],
    ["const twice = { a: 1 }; return [twice, twice]", { type: "object", value: [{ a: 1 }, { a: 1 }] }],
    [
      "return { a: new Error('no such luck'), at: new Date(0), f() {} }",
      {
        type: "object",
        value: { a: "Error: no such luck", at: "1970-01-01T00:00:00.000Z" },
      },
    ],
    ["return new Map([[1, new Set('ab')]])", { type: "object", value: [[1, ["a", "b"]]] }],
    [
      "const p = document.createElement('p'); p.append('one'); return [p, p.childNodes, p.getAttributeNames(), /x/, window]",
      { type: "object", value: ["<p>one</p>", ["one"], [], "/x/", "[object Window]"] },
    ],
    ["return { get bad() { throw new Error('no') }, toString: () => 'printed' }", { type: "object", value: "printed" }],
  ])("executeJavascript: %s", async (script, expected) => {
    const { actionResults } = await act("/static", [{ type: "executeJavascript", script }]);
    expect(actionResults?.javascriptReturns).toEqual([expected]);
  });

  test("screenshots come in order, in the size and form that is asked for", async () => {
    const { actionResults } = await act("/tall", [
      screenshot(),
      { type: "executeJavascript", script: "scrollTo(0, 1200)" },
      screenshot({ viewport: { width: 400, height: 300 } }),
      screenshot({ quality: 40 }),
    ]);
    const [first, second, third] = actionResults?.screenshots ?? [];
    expect(startOf(first)).toMatch(/^\x89PNG/);
    const [window, small] = [readPng(bytesOf(first)), readPng(bytesOf(second))];
    expect([window.width, window.height]).toEqual([1280, 800]);
    expect(window.colourAt(600, 400)).toEqual([255, 0, 0]);
    expect([small.width, small.height]).toEqual([400, 300]);
    expect(small.colourAt(200, 200)).toEqual([0, 255, 0]);
    expect(startOf(third)).toMatch(/^\xff\xd8\xff/);
  });

  test("pdf prints the page", async () => {
    const { actionResults } = await act("/static", [
      { type: "pdf", landscape: false, scale: 1, format: "A4" },
      { type: "pdf", landscape: true, scale: 0.5, format: "Letter" },
    ]);
    const [portrait, landscape] = actionResults?.pdfs ?? [];
    expect(startOf(portrait)).toBe("%PDF-");
    const { text } = await extractText(new Uint8Array(bytesOf(portrait)), { mergePages: true });
    expect(text).toContain("The lighthouse keeper counted the ships");
    expect(bytesOf(portrait).toString("latin1")).toMatch(/MediaBox \[0 0 59[45][.\d]* 84[12]/);
    expect(bytesOf(landscape).toString("latin1")).toMatch(/MediaBox \[0 0 792 612\]/);
  });

  test("results of each kind keep the order of their actions, and the last state is the page's", async () => {
    const page = await act("/click", [
      { type: "executeJavascript", script: "1" },
      { type: "scrape", selector: "#more" },
      { type: "executeJavascript", script: "2" },
      click("#more"),
      { type: "scrape", selector: "#out" },
    ]);
    expect(page.actionResults).toMatchObject({
      screenshots: [],
      pdfs: [],
      javascriptReturns: [{ value: 1 }, { value: 2 }],
      scrapes: [{ html: expect.stringContaining("More") }, { html: expect.stringContaining("revealed") }],
    });
    expect(htmlOf(page)).toContain("<p>revealed</p>");
  });

  test.each<readonly [string, Action]>([
    ["click", click("#nowhere")],
    ["write", { type: "write", selector: "#nowhere", text: "x" }],
    ["scroll", { type: "scroll", selector: "#nowhere", direction: "down" }],
    ["scrape", { type: "scrape", selector: "#nowhere" }],
  ])("a %s on an element that is not there says which one", async (type, action) => {
    await expect(act("/static", [{ type: "executeJavascript", script: "1" }, action])).rejects.toMatchObject({
      code: "ACTION_FAILED",
      message: expect.stringContaining("#nowhere"),
      details: { index: 1, type, selector: "#nowhere" },
    });
  });

  test.each<readonly [string, Action, RegExp]>([
    ["a script that throws", { type: "executeJavascript", script: "throw new Error('no such luck')" }, /no such luck/],
    [
      "a script that throws something else",
      { type: "executeJavascript", script: "throw { no: 'luck' }" },
      /\{"no":"luck"\}/,
    ],
    ["a script that is none", { type: "executeJavascript", script: "this is not a script" }, /SyntaxError/],
    ["a key that does not exist", { type: "press", key: "Entr" }, /Entr/],
    ["a selector that is none", click("p["), /p\[/],
  ])("%s fails its action", async (_what, action, message) => {
    await expect(act("/static", [action])).rejects.toMatchObject({
      code: "ACTION_FAILED",
      message: expect.stringMatching(message),
      details: { index: 0, type: action.type },
    });
  });

  test.each(["new Promise(() => {})", "for (;;);"])("a script that never ends fails its action: %s", async (script) => {
    const request = captureRequest(`${site.origin}/static`, { actions: [{ type: "executeJavascript", script }] });
    const until = systemClock.now() + 8_000;
    const context = {
      guard: createEgressGuard({ allow: ["127.0.0.1"] }),
      maxBodyBytes: 1_000_000,
      deadlineAt: () => until,
    };
    await expect(source.capture(request, systemClock.deadline(60_000), context)).rejects.toMatchObject({
      code: "ACTION_FAILED",
      message: expect.stringContaining("did not end within"),
      details: { index: 0, type: "executeJavascript" },
    });
  });

  test("a page that asks whether to leave is left", async () => {
    const page = await act("/guarded-exit", [click("#touch"), click("#next")]);
    expect(page.url).toMatch(/\/static$/);
  });

  test("pictures that actions take show no advertisements either", async () => {
    const { actionResults } = await act("/ads", [screenshot({ fullPage: true }), screenshot()]);
    const isRed = (image: Uint8Array) => {
      const picture = readPng(Buffer.from(image));
      return Array.from({ length: picture.height }, (_, y) => picture.colourAt(600, y)).some(
        ([red, green]) => red === 255 && green === 0,
      );
    };
    expect(actionResults?.screenshots?.map(isRed)).toEqual([false, false]);
    const open = await act("/ads", [screenshot()], { blockAds: false });
    expect(open.actionResults?.screenshots?.map(isRed)).toEqual([true]);
  });
});
