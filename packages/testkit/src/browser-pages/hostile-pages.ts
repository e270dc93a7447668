import { html, script, story, text, type FixturePage } from "./fixture-page.ts";

/** Pages that are broken, in the way, or not pages at all. */
export const hostilePages: Readonly<Record<string, FixturePage>> = {
  "/frameset": () => ({
    ...html(""),
    body: `<!doctype html><title>Old</title><frameset cols="50%,50%"><frame src="/static"><frame src="/inner"><noframes>Get a new browser.</noframes></frameset>`,
  }),
  "/failed-frames": () =>
    html(`${story}<iframe src="http://10.0.0.1/" title="refused"></iframe><iframe src="/torn"></iframe>
      <iframe src="/unframed"></iframe><iframe src="/inner"></iframe>`),
  "/torn": () => ({ body: "", breaksOff: true }),
  "/unframed": () => ({ ...html("not for frames"), headers: { "x-frame-options": "DENY" } }),
  "/silent-frame": () => html(`${story}<iframe src="file:///etc/passwd"></iframe>`),
  "/overridden": () =>
    html(
      `<h1>Overridden</h1>${story}${script(`
        Element.prototype.getHTML = () => "not the page";
        Element.prototype.attachShadow = null;
        JSON.stringify = () => "nothing";`)}`,
    ),
  "/nothing": () => ({ status: 204, body: "" }),
  "/not-modified": () => ({ status: 304, body: "" }),
  "/picture-as-html": () => ({
    headers: { "content-type": "text/html" },
    body: Buffer.from("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", "latin1"),
  }),
  "/archive.zip": () => ({ headers: { "content-type": "application/zip" }, body: Buffer.from("PK\u0005\u0006") }),
  "/film.mp4": () => ({ headers: { "content-type": "video/mp4" }, body: Buffer.alloc(64) }),
  "/broken-off": () => ({
    headers: { "content-type": "text/html", "content-length": "100000" },
    body: `<!doctype html><title>Broken</title><h1>Broken off</h1>${story}`,
    breaksOff: true,
  }),
  "/guarded-exit": () =>
    html(
      `<h1>Do not leave</h1>${story}<button id="touch">touch</button><a id="next" href="/static">next</a>${script(`
        addEventListener("beforeunload", (event) => { event.preventDefault(); });`)}`,
    ),
  "/sends-away": () =>
    html(`${story}${script(`setTimeout(() => { location.href = "http://169.254.169.254/latest/"; }, 100);`)}`),
  "/downloads": () => html(`<h1>Downloads</h1>${story}<a id="zip" href="/archive.zip">zip</a>`),
  "/reporting": () => text("text/plain", "seen"),
  "/reaching-out": ({ url }) => {
    const other = `http://127.0.0.1:${url.searchParams.get("trap") ?? ""}`;
    const udp = url.searchParams.get("udp") ?? "";
    return html(
      `${story}<link rel="preconnect" href="${other}"><link rel="prefetch" href="${other}/prefetch">
      <img src="${other}/image"><iframe src="${other}/frame"></iframe><object data="${other}/object"></object>
      <form id="form" action="${other}/form" target="elsewhere"></form><pre id="done"></pre>${script(`
        const trySilently = (attempt) => { try { attempt(); } catch { /* refused at once */ } };
        trySilently(() => navigator.sendBeacon("${other}/beacon", "x"));
        trySilently(() => new EventSource("${other}/events"));
        trySilently(() => new WebSocket("${other.replace("http", "ws")}/socket"));
        trySilently(() => new WebTransport("https://127.0.0.1:${udp}/"));
        trySilently(() => window.open("${other}/window"));
        trySilently(() => document.getElementById("form").submit());
        const frame = document.createElement("iframe");
        document.body.append(frame);
        for (const realm of [window, frame.contentWindow]) trySilently(() => {
          const connection = new realm.RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${udp}" }] });
          connection.createDataChannel("x");
          connection.createOffer().then((offer) => connection.setLocalDescription(offer));
        });
        navigator.serviceWorker.register("/reaching-worker.js?to=" + encodeURIComponent("${other}"))
          .then(() => navigator.serviceWorker.ready)
          .then(() => { document.getElementById("done").textContent = "tried everything"; });`)}`,
    );
  },
  "/reaching-worker.js": ({ url }) =>
    text(
      "text/javascript",
      `addEventListener("install", (event) => event.waitUntil(
        fetch("${url.searchParams.get("to") ?? ""}/worker", { mode: "no-cors" }).catch(() => fetch("/reporting")).then(() => skipWaiting())));`,
    ),
};
