import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { startModelServer } from "@garner/testkit/site";
import { packAll } from "../pack.ts";
import { startExampleWeb } from "./example-web.ts";
import { startRegistry } from "./registry.ts";

const run = promisify(execFile);

/** The surroundings of a reader of the documentation: a registry with the packages, `example.com`, a language model. */
export interface Surroundings extends AsyncDisposable {
  /** Variables of commands under this version of Node, such as `22.19`; the Node of this process when not given. */
  environment(nodeVersion?: string): Promise<Readonly<Record<string, string>>>;
}

/** Packs every package and starts what is needed, all of it on loopback. Other packages come from npm's registry. */
export async function startSurroundings(): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), "garner-readers-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const registry = stack.use(await startRegistry(await packAll(folder)));
  const web = stack.use(await startExampleWeb(folder));
  const model = stack.use(
    await startModelServer((_, asked) =>
      asked % 2 === 0
        ? { toolCall: { name: "scrape", arguments: { url: "https://example.com" } } }
        : { text: "It may be used in documentation examples." },
    ),
  );
  const settings = join(folder, "npmrc");
  await writeFile(settings, `@garner:registry=${registry.url}/\naudit=false\nfund=false\nprefer-offline=true\n`);
  const common = {
    ...process.env,
    ...web.environment,
    NPM_CONFIG_USERCONFIG: settings,
    NPM_CONFIG_CACHE: await freshCache(folder),
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: "0",
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: "loopback",
  };
  const everything = stack.move();
  return {
    async environment(nodeVersion) {
      const path = nodeVersion === undefined ? dirname(process.execPath) : await nodeFolder(nodeVersion);
      return { ...common, PATH: [path, process.env["PATH"]].join(delimiter) };
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** A cache of npm's that remembers downloads, and no packages that npx installed from an earlier state of this repository. */
async function freshCache(folder: string): Promise<string> {
  const { stdout } = await run("npm", ["config", "get", "cache"]);
  const downloads = join(stdout.trim(), "_cacache");
  const cache = join(folder, "npm-cache");
  await mkdir(cache);
  await mkdir(downloads, { recursive: true });
  await symlink(downloads, join(cache, "_cacache"));
  return cache;
}

/** The folder of a Node of this version, from npm's registry. */
async function nodeFolder(version: string): Promise<string> {
  const { stdout } = await run("npx", ["-y", "-p", `node@${version}`, "--", "node", "-p", "process.execPath"]);
  return dirname(stdout.trim());
}
