import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { promisify } from "node:util";
import type { PackedPackage } from "../pack.ts";

const run = promisify(execFile);

/** An npm registry on loopback that has the packed packages and nothing else. */
export interface PackageRegistry extends AsyncDisposable {
  readonly url: string;
}

/** Starts it: what it answers is what npm would, had the packages been published. */
export async function startRegistry(packages: readonly PackedPackage[]): Promise<PackageRegistry> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const documents = new Map<string, string>();
  const tarballs = new Map<string, Buffer>();
  for (const { name, tarball } of packages) {
    const bytes = await readFile(tarball);
    const file = basename(tarball);
    tarballs.set(`/${file}`, bytes);
    documents.set(`/${name}`, JSON.stringify(await packument(tarball, `${url}/${file}`, bytes)));
  }
  server.on("request", (request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const found = documents.get(path) ?? tarballs.get(path);
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" }).end(found);
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function packument(tarball: string, url: string, bytes: Buffer) {
  const { stdout } = await run("tar", ["-xOf", tarball, "package/package.json"]);
  const manifest = JSON.parse(stdout) as { readonly name: string; readonly version: string };
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const dist = { tarball: url, integrity, shasum: createHash("sha1").update(bytes).digest("hex") };
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
    time: { modified: "2026-01-01T00:00:00.000Z", [version]: "2026-01-01T00:00:00.000Z" },
  };
}
