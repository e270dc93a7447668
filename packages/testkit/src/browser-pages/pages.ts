import { charsetPages } from "./charset-pages.ts";
import { html, script, story, text, type FixturePage } from "./fixture-page.ts";
import { openedPages } from "./opened-pages.ts";

/** Pages that only a real browser reads right, by path. */
export const browserPages: Readonly<Record<string, FixturePage>> = {
  ...charsetPages,
  ...openedPages,
  "/static": () =>
    html(`<h1>Static</h1>${story}<noscript><p>Please turn on scripts.</p></noscript><img src="/pixel.png?static">`),

  "/late": () =>
    html(
      `<div id="root"></div>${script(`
        setTimeout(async () => {
          const rows = await (await fetch("/rows.json")).json();
          document.getElementById("root").innerHTML = rows.map((row) => "<p>" + row + "</p>").join("");
        }, 1200);`)}`,
    ),
  "/rows.json": () => text("application/json", JSON.stringify(["first row", "second row", "last row"])),

  "/spinner": () =>
    html(
      `<nav>Home, products, about us, contact, imprint</nav><div class="spinner" style="width:9px;height:9px"></div>
      <main id="main"></main>${script(`
        let ticks = 0;
        const timer = setInterval(() => {
          if (++ticks < 15) return;
          clearInterval(timer);
          document.querySelector(".spinner").remove();
          document.getElementById("main").textContent = "content after the spinner";
        }, 100);`)}`,
    ),

  "/restless": () =>
    html(
      `<h1>Restless</h1>${story}<p id="clock"></p>${script(`
        setInterval(() => { document.getElementById("clock").textContent = String(performance.now()); }, 20);
        setInterval(() => { document.body.append(document.createElement("i")); }, 30);
        (async () => { for (;;) { await fetch("/rows.json?" + Math.random()); } })();`)}`,
    ),

  "/busy-forever": () => html(`<h1>Busy</h1>${story}${script(`addEventListener("load", () => { for (;;); });`)}`),

  "/click": () =>
    html(
      `${story}<button id="more">More</button><div id="out"></div>
      <button class="tab">one</button><button class="tab">two</button><button class="tab">three</button>
      <button id="hidden" style="display:none">hidden</button>${script(`
        const out = document.getElementById("out");
        document.getElementById("more").onclick = () => setTimeout(() => { out.innerHTML += "<p>revealed</p>"; }, 300);
        document.getElementById("hidden").onclick = () => { out.innerHTML += "<p>hidden one</p>"; };
        for (const tab of document.querySelectorAll(".tab"))
          tab.onclick = () => { out.innerHTML += "<p>tab " + tab.textContent + "</p>"; };`)}`,
    ),

  "/endless": () =>
    html(
      `<ol id="list"></ol>${script(`
        const list = document.getElementById("list");
        const add = () => { for (let n = 0; n < 20; n += 1) list.insertAdjacentHTML("beforeend",
          "<li style='height:60px'>entry " + (list.children.length + 1) + "</li>"); };
        add();
        addEventListener("scroll", () => {
          if (scrollY + innerHeight > document.documentElement.scrollHeight - 200) setTimeout(add, 80);
        });`)}
      <div id="box" style="height:100px;overflow:auto;position:fixed;top:0;right:0"><div style="height:1000px">box</div></div>`,
    ),

  "/form": () =>
    html(
      `${story}<form action="/results"><input name="q" id="q" placeholder="search"><input name="city" id="city" autofocus><button>search</button></form>`,
    ),
  "/results": ({ url }) =>
    html(`${story}<h1>Results for ${url.searchParams.get("q") ?? ""} in ${url.searchParams.get("city") ?? ""}</h1>`),

  "/popups": () =>
    html(
      `${story}<a id="next" href="/static" target="_blank">next page</a>${script(`
        window.open("http://other.test:" + location.port + "/static", "_blank");`)}`,
    ),

  "/dialogs": () =>
    html(
      `<p id="said"></p>${script(`
        const answers = [alert("hello"), confirm("sure?"), prompt("name?")];
        document.getElementById("said").textContent = "after the dialogs: " + JSON.stringify(answers);
        addEventListener("beforeunload", (event) => { event.preventDefault(); });`)}${story}`,
    ),

  "/consent": () =>
    html(
      `<style>body{overflow:hidden}</style><h1>Article</h1>${story}
      <div id="cookie-banner" style="position:fixed;bottom:0;left:0;right:0;background:#fff;padding:2em">
        <p>We use cookies and similar technologies. Do you consent?</p>
        <button id="accept">Accept all</button><button id="reject">Reject all</button></div>
      <p id="choice">no choice</p>${script(`
        const banner = document.getElementById("cookie-banner");
        for (const id of ["accept", "reject"]) document.getElementById(id).onclick = () => {
          document.getElementById("choice").textContent = "choice: " + id;
          banner.remove();
          document.body.style.overflow = "auto";
        };`)}`,
    ),
  "/stubborn-consent": () =>
    html(
      `<h1>Article</h1>${story}<div class="gdpr-wall" style="position:fixed;inset:0;background:#fff">
        <p>Your privacy: this site uses cookies.</p><a href="#">Learn more</a></div>`,
    ),

  "/late-grid": () =>
    html(
      `<h1>Kettles</h1><p>All that we have.</p><ul id="grid"></ul>
      <script>setTimeout(() => { grid.innerHTML = "<li>Copper kettle</li><li>Chalk kettle</li>"; }, 300);</script>`,
    ),

  "/services-consent": () =>
    html(
      `<h1>Article</h1>${story}<div class="cookie-modal" style="position:fixed;inset:0;background:#fff">
        <p>Here you can choose the services that we would like to use. Read our <a href="#">privacy policy</a>.</p></div>`,
    ),

  "/ads": ({ url }) =>
    html(
      `<h1>News</h1>${story}
      <script src="/pagead/js/adsbygoogle.js"></script><script src="http://doubleclick.net:${url.port}/tag.js"></script>
      <script src="http://www.googletagmanager.com:${url.port}/gtm.js?id=1"></script><img src="/tracking-pixel.gif">
      <script src="/app.js"></script><ins class="adsbygoogle" style="display:block;height:90px;background:red">ad</ins>`,
    ),
  "/app.js": () => text("text/javascript", `document.body.insertAdjacentHTML("beforeend", "<p>the app ran</p>");`),

  "/echo": ({ headers }) =>
    html(
      `<pre id="headers">${JSON.stringify(headers)}</pre><pre id="page"></pre>${script(`
        (async () => {
          const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
          const position = await new Promise((resolve) => navigator.geolocation.getCurrentPosition(
            ({ coords }) => resolve([coords.latitude, coords.longitude]), () => resolve(null)));
          document.getElementById("page").textContent = JSON.stringify({
            userAgent: navigator.userAgent, languages: navigator.languages, webdriver: navigator.webdriver,
            platform: navigator.platform, brands: navigator.userAgentData?.brands, mobile: navigator.userAgentData?.mobile,
            width: document.documentElement.clientWidth, height: innerHeight, ratio: devicePixelRatio, touch: navigator.maxTouchPoints,
            screen: [screen.width, screen.height], timeZone, position, webrtc: typeof RTCPeerConnection,
          });
        })();`)}${story}`,
    ),
  "/echo.json": ({ headers }) => text("application/json", JSON.stringify(headers)),
  "/fetching": () =>
    html(
      `${story}<pre id="own"></pre><pre id="other"></pre>${script(`
        const show = async (id, url) => { document.getElementById(id).textContent = await (await fetch(url)).text(); };
        show("own", "/echo.json");
        show("other", "http://other.test:" + location.port + "/echo.json");`)}`,
    ),
  "/leave": ({ url }) => ({ status: 302, headers: { location: `http://other.test:${url.port}/echo` }, body: "" }),
  "/stay": () => ({ status: 302, headers: { location: "/echo" }, body: "" }),

  "/frames": ({ url }) =>
    html(
      `${story}<iframe src="/static" title="own"></iframe>
      <iframe src="http://other.test:${url.port}/inner"></iframe><iframe src="about:blank"></iframe>`,
    ),
  "/inner": () => html(`<p>words from another site</p><iframe srcdoc="<p>three levels down</p>"></iframe>`),

  "/shadow": () =>
    html(
      `${story}<open-box>slotted words</open-box><closed-box></closed-box>${script(`
        const define = (name, mode, inner) => customElements.define(name, class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode }).innerHTML = inner; }
        });
        define("open-box", "open", "<b>open shadow</b><slot></slot>");
        define("closed-box", "closed", "<b>closed shadow</b>");`)}`,
    ),

  "/written": () =>
    html(
      `${story}${script(`addEventListener("load", () => { document.open(); document.write("<p>written anew, all of it</p>"); document.close(); });`)}`,
    ),

  "/routed": () =>
    html(
      `<div id="view">start</div>${script(`
        setTimeout(() => { history.pushState({}, "", "/routed/inner"); document.getElementById("view").textContent = "inner route"; }, 200);`)}${story}`,
    ),

  "/hash-routes": () =>
    html(
      `<div id="app"></div>${script(`
        document.getElementById("app").innerHTML = "<main><h1>Route " + location.hash.slice(2) + "</h1>" + "<p>What the route has to tell. </p>".repeat(20) + "</main>";`)}`,
    ),

  "/worker": () =>
    html(
      `<p id="from">waiting</p>${story}${script(`
        (async () => {
          await navigator.serviceWorker.register("/worker.js");
          await navigator.serviceWorker.ready;
          await new Promise((resolve) => navigator.serviceWorker.controller ? resolve()
            : navigator.serviceWorker.addEventListener("controllerchange", resolve));
          document.getElementById("from").textContent = await (await fetch("/from-worker")).text();
        })();`)}`,
    ),
  "/worker.js": () =>
    text(
      "text/javascript",
      `addEventListener("install", () => skipWaiting());
      addEventListener("activate", (event) => event.waitUntil(clients.claim()));
      addEventListener("fetch", (event) => {
        if (new URL(event.request.url).pathname === "/from-worker") event.respondWith(new Response("served by the worker"));
      });`,
    ),
  "/from-worker": () => text("text/plain", "served by the network"),

  "/memory": () =>
    html(
      `<pre id="found"></pre>${story}${script(`
        (async () => {
          const found = {
            cookie: document.cookie, local: localStorage.getItem("visit"), session: sessionStorage.getItem("visit"),
            databases: (await indexedDB.databases()).length, caches: (await caches?.keys() ?? []).length,
            workers: (await navigator.serviceWorker.getRegistrations()).length,
          };
          document.getElementById("found").textContent = JSON.stringify(found);
          document.cookie = "visit=1; max-age=9999";
          localStorage.setItem("visit", "1");
          sessionStorage.setItem("visit", "1");
          await new Promise((resolve) => { indexedDB.open("visits").onsuccess = resolve; });
          await caches?.open("visits");
          if (location.search !== "?workless") await navigator.serviceWorker.register("/worker.js");
        })();`)}`,
    ),
  "/cached.js": () =>
    text("text/javascript", `document.body.insertAdjacentHTML("beforeend", "<p>cached script</p>");`, {
      "cache-control": "max-age=9999",
    }),
  "/kept": () => ({
    headers: { "content-type": "text/html", "cache-control": "max-age=9999" },
    body: `<title>Kept</title>${story}<script src="/cached.js"></script><iframe src="/kept-frame"></iframe>`,
  }),
  "/kept-frame": () => text("text/html", "kept frame", { "cache-control": "max-age=9999" }),
  "/cacheable": () => html(`${story}<script src="/cached.js"></script>`),

  "/tall": () =>
    html(
      `<header style="position:sticky;top:0;height:40px;background:rgb(0,0,255)"></header>
      ${["255,0,0", "0,255,0", "255,255,0", "255,0,255"].map((rgb) => `<div style="height:900px;background:rgb(${rgb})"></div>`).join("")}
      <div id="lazy" style="height:200px;background:rgb(9,9,9)"></div>${script(`
        new IntersectionObserver(([entry]) => {
          if (entry.isIntersecting) document.getElementById("lazy").style.background = "rgb(0,255,255)";
        }).observe(document.getElementById("lazy"));`)}`,
      "<style>body{margin:0}</style>",
    ),
  "/very-tall": () => html(`<div style="height:40000px;background:linear-gradient(red,blue)"></div>`),

  "/broken-frame": () => html(`${story}<iframe src="/inner"></iframe><iframe src="/gone"></iframe>`),

  "/json": () => text("application/json", `{"answer":42}`),
  "/data.csv": () => text("text/csv", "a,b\n1,2\n", { "content-disposition": `attachment; filename="data.csv"` }),
  "/table.csv": () => text("text/csv", "a,b\n1,2\n"),
  "/lines.ndjson": () => text("application/x-ndjson", `{"a":1}\n`),
  "/scan.tiff": () => text("image/tiff", "II*\0"),
  "/file.pdf": () => ({ headers: { "content-type": "application/pdf" }, body: smallPdf }),
  "/download-link": () => html(`${story}<a id="get" href="/file.pdf">the report</a>`),
  "/gone": () => ({ ...html(`<h1>Not here</h1>${story}`), status: 404 }),
  "/strict-policy": () => {
    const page = html(`<p id="p">strict</p>${story}`);
    return { ...page, headers: { ...page.headers, "content-security-policy": "default-src 'none'" } };
  },

  "/spy": ({ url }) =>
    html(
      `<pre id="seen">waiting</pre>${story}${script(`
        const targets = ["http://169.254.169.254/latest/meta-data/", "http://localhost:${url.port}/static",
          "http://[::1]:${url.port}/static", "http://rebinding.test:${url.port}/static", "http://10.0.0.1/", "http://127.0.0.1:${url.port}/static"];
        const sockets = ["ws://127.0.0.2:${url.port}/", "ws://localhost:${url.port}/"];
        const tryFetch = (target) => fetch(target, { mode: "no-cors" }).then(() => "reached", () => "refused");
        const trySocket = (target) => new Promise((resolve) => {
          const socket = new WebSocket(target);
          socket.onopen = () => resolve("reached");
          socket.onerror = () => resolve("refused");
        });
        const worker = new Worker(URL.createObjectURL(new Blob([
          "fetch('http://169.254.169.254/', { mode: 'no-cors' }).then(() => postMessage('reached'), () => postMessage('refused'))"])));
        const fromWorker = new Promise((resolve) => { worker.onmessage = (event) => resolve(event.data); });
        Promise.all([...targets.map(tryFetch), ...sockets.map(trySocket), fromWorker]).then((outcomes) => {
          document.getElementById("seen").textContent = JSON.stringify(outcomes);
        });`)}`,
    ),

  "/probe-redirect": () => ({ status: 302, headers: { location: "http://169.254.169.254/latest/" }, body: "" }),
  "/pixel.png": () => ({ headers: { "content-type": "image/png" }, body: onePixel }),
  "/tracking-pixel.gif": () => ({ headers: { "content-type": "image/png" }, body: onePixel }),
  "/pagead/js/adsbygoogle.js": () => text("text/javascript", "window.ads = true;"),
};

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** One page with the words "Annual report". */
const smallPdf = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj",
  "4 0 obj<</Length 45>>stream\nBT /F1 18 Tf 20 100 Td (Annual report) Tj ET\nendstream endobj",
  "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
  "trailer<</Root 1 0 R>>",
  "%%EOF",
].join("\n");
