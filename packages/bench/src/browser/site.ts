import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The requests of a page to its site. */
export type ResourceKind = "page" | "style" | "script" | "picture" | "data" | "other";

/**
 * A site of ordinary articles: 100 KB of HTML each, two style sheets and three scripts that all of them share and that say
 * how long they keep, pictures, a font, a script that fetches the comments, and a tracker.
 */
export interface BenchSite extends AsyncDisposable {
  readonly urls: (count: number) => readonly string[];
  /** Requests served since the last call. */
  takeRequests(): Readonly<Record<ResourceKind, number>>;
}

const paragraph =
  "The lighthouse on the cape was built in 1871 and lit by oil until 1932, when a cable brought electricity to the island. Its keeper wrote down the weather four times a day. ";
const parts = 100;

const times = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join("");

const article = (name: string) => `<!doctype html><html lang="en"><head><title>Article ${name}</title>
<link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/theme.css">
<script src="/library.js"></script><script src="/app.js" defer></script><script src="/late.js" defer></script>
<script src="/gtag/js?id=1" async></script></head>
<body><header><nav>${times(40, (n) => `<a class="c${n}" href="/article/${n}">Article ${n}</a> `)}</nav></header>
<main><h1>Article ${name}</h1>${times(parts, (n) => `<section class="part c${n}"><h2 id="part-${n}">Part ${n}</h2><p>${paragraph.repeat(5)}</p>${n % 25 === 0 ? `<img src="/picture/${n}.png" alt="Picture ${n}">` : ""}</section>`)}
<section id="comments"></section></main></body></html>`;

const styleSheet = (seed: number) =>
  `@font-face{font-family:Bench;src:url(/font.woff2)}body{font-family:Bench,serif;max-width:60em;margin:auto}${times(
    1500,
    (n) => `.part.c${n} > p:first-child, nav a.c${n}:hover{margin:${seed}px ${n % 9}px;color:#${100 + (n % 800)};}`,
  )}`;
const library = `const registry = {};${times(
  1500,
  (n) =>
    `registry.f${n} = function (value) { const list = [value, ${n}]; for (let i = 0; i < 20; i += 1) list.push(list[i] * ${n} % 97); return list.reduce((a, b) => a + b, 0); };`,
)}
let total = 0; for (let round = 0; round < 5; round += 1) for (const name in registry) total += registry[name](round);`;
const app = `${library.replaceAll("registry", "parts").replaceAll("total", "sum")}
fetch("/comments.json").then((answer) => answer.json()).then((comments) => {
  document.getElementById("comments").innerHTML = comments.map((text) => "<p>" + text + "</p>").join("");
});`;
const late = `for (const heading of document.querySelectorAll("h2")) heading.title = heading.textContent;`;
const comments = JSON.stringify(Array.from({ length: 40 }, (_, n) => `Comment ${n}: ${paragraph}`));
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Words that only a page whose script has run contains. */
export const proofOfRendering = "Comment 39:";

const shared: Readonly<Record<string, readonly [kind: ResourceKind, type: string, body: string]>> = {
  "/base.css": ["style", "text/css", styleSheet(1)],
  "/theme.css": ["style", "text/css", styleSheet(2)],
  "/library.js": ["script", "text/javascript", library],
  "/app.js": ["script", "text/javascript", app],
  "/late.js": ["script", "text/javascript", late],
};
const nothing = { page: 0, style: 0, script: 0, picture: 0, data: 0, other: 0 };

/** Starts the site on loopback. */
export async function startBenchSite(): Promise<BenchSite> {
  let requests: Record<ResourceKind, number> = { ...nothing };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const answer = (kind: ResourceKind, type: string, body: string | Buffer) => {
      requests[kind] += 1;
      response.setHeader("content-type", type).end(body);
    };
    const asset = shared[path];
    if (asset !== undefined) {
      response.setHeader("cache-control", "public, max-age=3600");
      return answer(...asset);
    }
    if (path.startsWith("/article/")) return answer("page", "text/html; charset=utf-8", article(path.slice(9)));
    if (path.startsWith("/picture/")) return answer("picture", "image/png", picture);
    if (path === "/comments.json") return answer("data", "application/json", comments);
    requests.other += 1;
    if (path.startsWith("/gtag/")) return response.setHeader("content-type", "text/javascript").end("window.on = 1;");
    return response.writeHead(404).end();
  });
  const origin = await listen(server);
  let served = 0;
  return {
    urls: (count) => Array.from({ length: count }, () => `${origin}/article/${(served += 1)}`),
    takeRequests() {
      const taken = requests;
      requests = { ...nothing };
      return taken;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
