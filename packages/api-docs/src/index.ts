/**
 * The description of the API as a page, without a CDN.
 * @module
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { ApiDocs } from "@garner/http";

const { resolve } = createRequire(import.meta.url);

/** Nothing but this server is asked for anything. Swagger UI sets styles, and has its pictures in them. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const assets: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

/** The address of the description follows from that of this program, wherever the API is mounted. */
const start = `const here = document.currentScript.src;
SwaggerUIBundle({
  url: new URL("../openapi.json", here).href,
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  tryItOutEnabled: true,
});
`;

function pageOf(folder: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Garner API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${folder}/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="${folder}/swagger-ui-bundle.js"></script>
    <script src="${folder}/start.js"></script>
  </body>
</html>
`;
}

/**
 * Swagger UI (https://swagger.io/tools/swagger-ui/) for `createHandler(engine, { docs: apiDocs() })`: the page at `/docs`
 * shows what `/openapi.json` says, and lets it be tried. All that it loads comes from this package.
 */
export function apiDocs(): ApiDocs {
  return async (file, url) => {
    if (file === "") {
      const { pathname } = new URL(url);
      return answer(pageOf(pathname.replace(/\/$/, "")), "text/html; charset=utf-8");
    }
    if (file === "start.js") return answer(start, "text/javascript; charset=utf-8");
    const contentType = Object.hasOwn(assets, file) ? assets[file] : undefined;
    if (contentType === undefined) return undefined;
    return answer(new Uint8Array(await readFile(resolve(`#assets/${file}`))), contentType);
  };
}

function answer(body: string | Uint8Array<ArrayBuffer>, contentType: string): Response {
  const headers = {
    "content-type": contentType,
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  };
  return new Response(body, { headers });
}
