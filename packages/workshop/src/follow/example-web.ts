import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { exampleCertificate, exampleKey } from "./certificate.ts";

/** `example.com` and all names below it, on loopback. */
export interface ExampleWeb extends AsyncDisposable {
  /** Variables under which every Node process finds it there, TLS and name lookups included. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts it. The folder keeps the certificate. */
export async function startExampleWeb(folder: string): Promise<ExampleWeb> {
  const certificate = join(folder, "example-web.pem");
  const trusted = process.env["NODE_EXTRA_CA_CERTS"];
  const others = trusted === undefined ? "" : await readFile(trusted, "utf8");
  await writeFile(certificate, `${others}\n${exampleCertificate}`);
  const servers = [
    createServer(answer),
    createTlsServer({ key: exampleKey, cert: exampleCertificate }, answer),
  ] as const;
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ports.push((server.address() as AddressInfo).port);
  }
  return {
    environment: {
      EXAMPLE_WEB_PORTS: ports.join(),
      NODE_EXTRA_CA_CERTS: certificate,
      NODE_OPTIONS: `--import=${fileURLToPath(new URL("find-example-web.mjs", import.meta.url))}`,
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        servers.map(async (server) => {
          const closed = once(server, "close");
          server.close();
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}

const answer: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "https://example.com");
  if (/\.(?:txt|xml|gz)$/.test(pathname)) response.writeHead(404).end();
  else response.setHeader("content-type", "text/html; charset=utf-8").end(pageAt(pathname));
};

/** The page that IANA serves there, and a few pages below it for crawls. */
function pageAt(path: string): string {
  const title = path === "/" ? "Example Domain" : `Example ${path.slice(1)}`;
  const pages = ["/docs", "/docs/one", "/docs/two", "/docs/three"].filter((page) => page.startsWith(path));
  const links = pages.map((page) => `<li><a href="${page}">Example ${page.slice(1)}</a></li>`).join("");
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>
    <p>This domain is for use in documentation examples without needing permission. Avoid use in operations.</p>
    <p><a href="https://iana.org/domains/example">Learn more</a></p></main><nav><ul>${links}</ul></nav></body></html>`;
}
