import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startCrawlSite, startModelServer, startSearchServer, treeOfPages } from "@garner/testkit/site";

const program = fileURLToPath(new URL("../../../examples/standalone-server/src/index.ts", import.meta.url));

/** The key that the server knows. */
export const apiKey = "fc-test";

/** The standalone server as a process of its own, with a model and a search, and a site of eight pages to ask it for. */
export async function serve() {
  const site = await startCrawlSite(treeOfPages(8));
  const model = await startModelServer(() => ({ json: { result: { number: 1 }, evidence: [] } }));
  const search = await startSearchServer({
    entries: [{ url: `${site.origin}/p/1`, title: "Page number 1", text: "The first page of the tree." }],
  });
  const folder = await mkdtemp(join(tmpdir(), "garner-compatibility-"));
  const env = {
    ...{ PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", DATA_DIR: folder, LOG_LEVEL: "error" },
    ...{ ALLOW_PRIVATE_NETWORKS: "127.0.0.1", POLITENESS: '{"startRate":1000,"maxRate":1000}' },
    ...{ USE_DB_AUTHENTICATION: "true", API_KEYS: `team:${apiKey}`, SEARXNG_ENDPOINT: search.searxng },
    ...{ OPENAI_API_KEY: "none", OPENAI_BASE_URL: model.baseUrl, MODEL_NAME: "fixture-model" },
  };
  const child = spawn(process.execPath, ["--conditions=source", program], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const url = await listeningAt(createInterface({ input: child.stdout }));
  return {
    url,
    site: site.origin,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
      await Promise.all([site, model, search].map((each) => each[Symbol.asyncDispose]()));
      await rm(folder, { recursive: true });
    },
  };
}

async function listeningAt(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, url] = /listens on (http:\S+)\./.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error("The server ended before it listened.");
}
