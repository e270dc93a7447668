import { html, script, story, text, type FixturePage } from "./fixture-page.ts";

/** Pages that look at their visitor the way bot detection does, and write down what they saw. */
export const inspectingPages: Readonly<Record<string, FixturePage>> = {
  "/inspect": () =>
    html(
      `${story}<pre id="seen"></pre>${script(`
        const inWorker = () => new Promise((resolve) => {
          const source = "postMessage([navigator.userAgent, navigator.platform, navigator.languages.join(), navigator.hardwareConcurrency])";
          new Worker(URL.createObjectURL(new Blob([source]))).onmessage = (event) => resolve(event.data);
        });
        const inServiceWorker = async () => {
          await navigator.serviceWorker.register("/inspecting-worker.js");
          await navigator.serviceWorker.ready;
          if (!navigator.serviceWorker.controller)
            await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
          return await (await fetch("/who-am-i")).json();
        };
        const frame = document.createElement("iframe");
        frame.srcdoc = "x";
        document.body.append(frame);
        const inner = frame.contentWindow.navigator;
        const gl = document.createElement("canvas").getContext("webgl");
        const natives = {
          setTimeout, clearTimeout, attachShadow: Element.prototype.attachShadow, getParameter: gl?.getParameter,
          userAgent: Object.getOwnPropertyDescriptor(Navigator.prototype, "userAgent").get,
          width: Object.getOwnPropertyDescriptor(Screen.prototype, "width").get,
        };
        (async () => {
          const seen = {
            webdriver: navigator.webdriver,
            userAgent: navigator.userAgent,
            platform: navigator.platform,
            languages: navigator.languages.join(),
            cores: navigator.hardwareConcurrency,
            brands: navigator.userAgentData.brands.map(({ brand, version }) => '"' + brand + '";v="' + version + '"').join(", "),
            hints: await navigator.userAgentData.getHighEntropyValues(["uaFullVersion", "platform"]),
            plugins: navigator.plugins.length,
            chrome: typeof window.chrome,
            notifications: [Notification.permission, (await navigator.permissions.query({ name: "notifications" })).state],
            graphics: gl?.getParameter(37446) ?? "none",
            frame: [inner.userAgent, inner.platform, inner.languages.join(), inner.hardwareConcurrency, inner.webdriver],
            worker: await inWorker(),
            serviceWorker: await inServiceWorker(),
            natives: Object.entries(natives).filter(([, native]) => native && !/^function (get )?\\w+\\(\\) \\{ \\[native code\\] \\}$/.test(native.toString())).map(([name]) => name),
            strangers: Object.getOwnPropertyNames(window).filter((name) => /^_|cdc|playwright|puppeteer|selenium|webdriver/i.test(name)),
            motion: matchMedia("(prefers-reduced-motion: reduce)").matches,
            screen: [screen.width, screen.height, innerWidth, innerHeight],
            fetched: await (await fetch("/echo.json")).json(),
          };
          document.getElementById("seen").textContent = JSON.stringify(seen);
        })();`)}`,
    ),
  "/inspecting-worker.js": ({ headers }) =>
    text(
      "text/javascript",
      `const asked = ${JSON.stringify(headers["user-agent"])};
      addEventListener("install", () => skipWaiting());
      addEventListener("activate", (event) => event.waitUntil(clients.claim()));
      addEventListener("fetch", (event) => {
        if (new URL(event.request.url).pathname !== "/who-am-i") return;
        const { userAgent, platform } = navigator;
        event.respondWith(Response.json({ userAgent, platform, asked }));
      });`,
    ),

  "/visitors-only": ({ headers }) =>
    String(headers["sec-ch-ua"]).includes("Google Chrome")
      ? html(`<h1>Welcome</h1>${story}`)
      : { ...html("<h1>Just a moment...</h1><p>Checking your browser before you can go on.</p>"), status: 403 },

  "/shadow-consent": () =>
    html(
      `<h1>Article</h1>${story}<div id="usercentrics-root"></div>${script(`
        const root = document.getElementById("usercentrics-root").attachShadow({ mode: "open" });
        root.innerHTML = '<div role="dialog" style="position:fixed;inset:0;background:#fff"><p>Privacy settings: this site uses cookies.</p><a href="#">More</a></div>';`)}`,
    ),
  "/about-consent": () =>
    html(
      `<h1>School trips</h1>${story}<div class="consent-forms" style="position:sticky;top:0">Consent forms for parents</div>
      <div role="dialog" style="position:fixed;bottom:0">Read our newsletter! <button>Subscribe</button></div>`,
    ),
};
