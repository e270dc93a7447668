import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A site of ordinary articles: style, pictures, a font, a script that fetches the comments, and a tracker. */
export interface BenchSite extends AsyncDisposable {
  readonly urls: (count: number) => readonly string[];
  /** Requests served since the last call. */
  takeRequests(): number;
}

const paragraph =
  "The lighthouse on the cape was built in 1871 and lit by oil until 1932, when a cable brought electricity to the island. Its keeper wrote down the weather four times a day. ";

const article = (name: string) => `<!doctype html><html lang="en"><head><title>Article ${name}</title>
<link rel="stylesheet" href="/style.css"><script src="/app.js" defer></script><script src="/gtag/js?id=1" async></script></head>
<body><header><nav>${Array.from({ length: 20 }, (_, n) => `<a href="/article/${n}">Article ${n}</a> `).join("")}</nav></header>
<main><h1>Article ${name}</h1>${Array.from({ length: 30 }, (_, n) => `<h2>Part ${n}</h2><p>${paragraph.repeat(5)}</p><img src="/picture/${n % 12}.png" alt="Picture ${n}">`).join("")}
<section id="comments"></section></main></body></html>`;

const style = `@font-face{font-family:Bench;src:url(/font.woff2)}body{font-family:Bench,serif;max-width:60em;margin:auto}`;
const app = `fetch("/comments.json").then((answer) => answer.json()).then((comments) => {
  document.getElementById("comments").innerHTML = comments.map((text) => "<p>" + text + "</p>").join("");
});`;
const comments = JSON.stringify(Array.from({ length: 40 }, (_, n) => `Comment ${n}: ${paragraph}`));
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Words that only a page whose script has run contains. */
export const proofOfRendering = "Comment 39:";

/** Starts the site on loopback. */
export async function startBenchSite(): Promise<BenchSite> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const path = request.url ?? "/";
    const answer = (type: string, body: string | Buffer) => response.setHeader("content-type", type).end(body);
    if (path.startsWith("/article/")) return answer("text/html; charset=utf-8", article(path.slice(9)));
    if (path.startsWith("/picture/")) return answer("image/png", picture);
    if (path === "/style.css") return answer("text/css", style);
    if (path === "/app.js") return answer("text/javascript", app);
    if (path === "/comments.json") return answer("application/json", comments);
    if (path.startsWith("/gtag/")) return answer("text/javascript", "window.tracked = true;");
    return response.writeHead(404).end();
  });
  const origin = await listen(server);
  let served = 0;
  return {
    urls: (count) => Array.from({ length: count }, () => `${origin}/article/${(served += 1)}`),
    takeRequests() {
      const taken = requests;
      requests = 0;
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
