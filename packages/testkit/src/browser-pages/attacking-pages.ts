import { gzipSync } from "node:zlib";
import { html, script, story, text, type FixturePage } from "./fixture-page.ts";

/** A page with a story, and a script that does its worst to whoever opens it. */
const attack =
  (source: string, more = ""): FixturePage =>
  () =>
    html(`<h1>Attack</h1>${story}${more}${script(source)}`);

/** A worker made of a script. */
const worker = (source: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(source)}])))`;

const navigate = (to: string) => attack(`location.href = ${to};`);

/** 60 MB once decompressed: a paragraph, and a comment in it that never ends. */
const bombOf = (contentType: string): FixturePage => {
  return () => ({
    headers: { "content-type": contentType, "content-encoding": "gzip" },
    body: gzipSync(`<!doctype html><p>${"<!--".repeat(15e6)}`),
  });
};

/** Pages that try to stop, hang, flood, fool or fill the browser that opens them, by path. */
export const attackingPages: Readonly<Record<string, FixturePage>> = {
  // Traps for the scripts of a visitor.
  "/attack/document-element": attack(`
    Object.defineProperty(Document.prototype, "documentElement", { get() { throw new Error("no document"); } });`),
  "/attack/no-document": attack(`
    for (const name of ["documentElement", "body", "images", "readyState"])
      Object.defineProperty(Document.prototype, name, { get: () => null });`),
  "/attack/no-built-ins": attack(`
    const refuse = () => { throw new Error("not for you"); };
    JSON.stringify = JSON.parse = Reflect.apply = performance.now = window.scrollTo = window.setTimeout = refuse;
    for (const name of ["map", "filter", "push", Symbol.iterator]) Array.prototype[name] = refuse;
    for (const name of ["querySelectorAll", "getHTML", "before", "after", "click", "scrollBy"]) Element.prototype[name] = refuse;
    Document.prototype.querySelectorAll = Document.prototype.createComment = EventTarget.prototype.dispatchEvent = refuse;
    HTMLElement.prototype.click = Map.prototype.get = refuse;
    Object.prototype.then = Object.prototype.toJSON = refuse;
    window.Promise = undefined;`),
  "/attack/clobbered": attack(
    "",
    `<form name="documentElement"><input name="getAttribute"><input name="localName"><input name="shadowRoot">
    <input name="before"><input name="outerHTML"></form><img name="body"><img name="querySelectorAll"><img name="scripts">`,
  ),
  "/attack/hidden-button": attack(
    `HTMLElement.prototype.click = () => { throw new Error("no clicks"); };`,
    `<button id="hidden" style="display:none" onclick="document.querySelector('h1').textContent = 'Clicked'">x</button>`,
  ),

  // Pages that never end.
  "/attack/reload": attack("setInterval(() => location.reload(), 1);"),
  "/attack/reload-at-once": attack("location.reload();"),
  "/attack/loop": attack("for (;;);"),
  "/attack/loops": attack("setInterval(() => { for (;;); }, 1);"),
  "/attack/microtasks": attack("(function again() { Promise.resolve().then(again); })();"),
  "/attack/observers": attack(`
    new MutationObserver(() => document.body.append("x")).observe(document.body, { childList: true });
    document.body.append("x");`),
  "/attack/grows": attack(
    `setInterval(() => { for (let n = 0; n < 1000; n += 1) document.body.append(document.createElement("p")); }, 1);`,
  ),
  "/attack/loop-on-leaving": attack(`
    for (const event of ["beforeunload", "pagehide", "unload"]) addEventListener(event, () => { for (;;); });`),
  "/attack/workers": attack(`for (let n = 0; n < 8; n += 1) ${worker("for (;;);")};`),
  "/attack/service-worker": attack(`
    navigator.serviceWorker.register("/attack/service-worker.js").then(() => navigator.serviceWorker.ready)
      .then(() => location.reload());`),
  "/attack/service-worker.js": () => text("text/javascript", `addEventListener("fetch", () => { for (;;); });`),
  "/attack/waiting-request": attack(`
    const request = new XMLHttpRequest();
    request.open("GET", "/attack/silence", false);
    request.send();`),
  "/attack/leaves-for-silence": attack(`setTimeout(() => { location.href = "/attack/silence"; }, 200);`),
  "/attack/silence": () => ({ body: "", hangs: true }),
  "/attack/dialogs": attack(`setInterval(() => { alert("x".repeat(1e5)); confirm(""); prompt(""); }, 1);`),
  "/attack/asks-until-yes": attack(`addEventListener("load", () => { while (!confirm("Sure?")); });`),
  "/attack/asks-at-once": attack(`
    try { for (let name; !name;) name = prompt("Your name?"); } catch { document.body.append("Nobody answers."); }`),
  "/attack/prints": attack("setInterval(() => print(), 1);"),
  "/attack/windows": attack(`setInterval(() => window.open("/static"), 1);`),
  "/attack/many-windows": attack(`for (let n = 0; n < 60; n += 1) window.open("about:blank");`),
  "/attack/downloads": attack(`
    setInterval(() => {
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob(["x"])), download: "x" });
      link.click();
    }, 1);`),
  "/attack/history": attack(
    `for (let n = 0; n < 50000; n += 1) { history.pushState(n, "", "#" + n); location.hash = n; }`,
  ),
  "/attack/frames": attack(`
    setInterval(() => document.body.append(Object.assign(document.createElement("iframe"), { src: "/attack/inner" })), 1);`),
  "/attack/inner": () => html("inner"),
  "/attack/frames-in-frames": attack(`
    const frame = document.createElement("iframe");
    document.body.append(Object.assign(frame, { src: "/attack/frames-in-frames?" + Math.random() }));`),
  "/attack/requests": attack(`
    setInterval(() => { for (let n = 0; n < 20; n += 1) fetch("/attack/silence?" + Math.random()).catch(() => {}); }, 1);`),
  "/attack/pictures": attack("", `<img src="/pixel.png?attack">`.repeat(20_000)),
  "/attack/sockets": attack(`
    setInterval(() => new WebSocket("ws://" + location.host + "/attack/socket"), 1);`),
  "/attack/messages": attack(`
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => port2.postMessage("x".repeat(1e6));
    port1.onmessage();
    setInterval(() => postMessage("x".repeat(1e6), "*"), 1);`),
  "/attack/permissions": attack(`
    setInterval(() => {
      navigator.geolocation.getCurrentPosition(() => {});
      Notification.requestPermission();
      Object.assign(document.createElement("input"), { type: "file" }).click();
    }, 1);`),
  "/attack/stays": attack(`
    addEventListener("beforeunload", (event) => { event.preventDefault(); });
    setInterval(() => { location.href = "mailto:someone@example.com"; }, 1);`),
  "/attack/console": attack(`for (;;) console.log("x".repeat(1e5), { deep: [[[]]] });`),
  "/attack/errors": attack(`setInterval(() => { throw new Error("x".repeat(1e5)); }, 1);`),

  // Text that is larger than anyone can hold. Each control character takes six bytes on its way to us.
  "/attack/long-error": attack(String.raw`setTimeout(() => { throw "\u0001".repeat(20e6); }, 1);`),
  "/attack/long-worker-message": attack(
    `${worker(String.raw`console.log("\u0001".repeat(100e6)); throw "\u0001".repeat(100e6);`)};`,
  ),
  "/attack/long-title": attack(`document.title = "x".repeat(60e6);`),
  "/attack/long-address": attack(`history.replaceState(0, "", "?" + "x".repeat(1e6));`),
  "/attack/long-text": attack(`document.documentElement.dataset.text = "<".repeat(8e6);`),
  "/attack/data-addresses": attack(`
    for (let n = 0; n < 4; n += 1)
      document.body.append(Object.assign(new Image(), { src: "data:image/png;base64," + "A".repeat(4e6) }));`),
  "/attack/many-elements": attack(
    `for (let n = 0; n < 300000; n += 1) document.body.append(document.createElement("p"));`,
  ),
  "/attack/deep-elements": attack(`
    for (let n = 0, last = document.body; n < 200000; n += 1) {
      last.append(document.createElement("b"));
      last = last.lastChild;
    }`),
  "/attack/endless-page": () => ({ ...html(`<h1>Attack</h1>${story.repeat(1000)}`), isEndless: true }),
  "/attack/endless-script": attack("", `<script async src="/attack/endless.js"></script>`),
  "/attack/endless.js": () => ({ ...text("text/javascript", `"${"x".repeat(100_000)}";`), isEndless: true }),
  "/attack/endless-download": navigate(`"/attack/endless.bin"`),
  "/attack/endless.bin": () => ({ ...text("application/octet-stream", "x".repeat(100_000)), isEndless: true }),
  "/attack/cookies": attack(`for (let n = 0; n < 500; n += 1) document.cookie = n + "=" + "x".repeat(4000);`),
  "/attack/memory": attack(`
    const kept = [];
    setInterval(() => { kept.push(new Uint8Array(20e6).fill(1)); document.body.append("."); }, 20);`),
  "/attack/huge": attack("", `<div style="width:50000px;height:2000000px;background:linear-gradient(red,blue)"></div>`),
  "/attack/bomb.html": bombOf("text/html"),
  "/attack/bomb.json": bombOf("application/json"),

  // An address without any page.
  "/attack/to-data": navigate(`"data:text/html,<h1>data</h1>"`),
  "/attack/to-blob": navigate(`URL.createObjectURL(new Blob(["<h1>Blob</h1>${story}"], { type: "text/html" }))`),
  "/attack/to-file": navigate(`"file:///etc/passwd"`),
  "/attack/to-browser": navigate(`"chrome://crash"`),
  "/attack/to-script": navigate(`"javascript:'<h1>Script</h1>${story}'"`),
  "/attack/to-nowhere": navigate(`"about:blank"`),
  "/attack/closes": attack("setTimeout(() => window.close(), 100);"),
};
