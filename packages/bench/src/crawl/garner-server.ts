import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { crawlRequest, politeness, type Crawl } from "./contenders.ts";

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  /** The address that the server listens on. */
  readonly address: string;
  /** Starts a crawl, polls it, and reads its pages, as a client does. */
  readonly crawl: Crawl;
}

/** As published, under whatever conditions the benchmark itself runs. */
const program = fileURLToPath(new URL("../../../server/dist/main.js", import.meta.url));

/** Starts the server as it comes, with SQLite in a new folder. */
export async function startGarnerServer(): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "garner-crawl-"));
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: folder,
      LOG_LEVEL: "error",
      ALLOW_PRIVATE_NETWORKS: "true",
      POLITENESS: JSON.stringify(politeness),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await addressIn(child.stdout);
  return {
    pid: child.pid ?? 0,
    address,
    crawl: (url) => crawlOver(address, url),
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /listens on (\S+)\.$/.exec(line)?.[1];
    if (address === undefined) continue;
    output.resume();
    return address;
  }
  throw new Error("The server ended before it listened.");
}

interface CrawlStatus {
  readonly status: string;
  readonly completed: number;
  readonly data: readonly { readonly markdown?: string }[];
  readonly next?: string;
}

interface CrawlErrors {
  readonly errors: readonly { readonly url: string; readonly error: string }[];
}

async function crawlOver(address: string, url: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(crawlRequest(url));
  const started = await fetch(`${address}/v2/crawl`, { method: "POST", headers, body });
  const { id } = (await started.json()) as { readonly id: string };
  const statusAt = async (at: string) => (await (await fetch(at)).json()) as CrawlStatus;
  while ((await statusAt(`${address}/v2/crawl/${id}?limit=1`)).status === "scraping") await sleep(500);
  let pages = 0;
  for (let at: string | undefined = `${address}/v2/crawl/${id}`; at !== undefined;) {
    const status: CrawlStatus = await statusAt(at);
    pages += status.data.filter(({ markdown }) => markdown !== undefined).length;
    at = status.next;
  }
  // A crawl that is short must not pass for a fast one.
  const { errors } = (await (await fetch(`${address}/v2/crawl/${id}/errors`)).json()) as CrawlErrors;
  if (errors.length > 0) console.error(`${errors.length} pages failed:`, errors.slice(0, 5));
  return pages;
}
