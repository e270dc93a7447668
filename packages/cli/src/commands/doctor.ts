import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { EngineError, makeFolder } from "@garner/core";
import { openStores } from "@garner/server";
import { checkDatabase } from "@garner/sqlite";
import { exitCodes } from "../failure.ts";
import { openLocalEngine } from "../local-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings, type Settings } from "../settings.ts";

/** The finding about one part of the installation. */
interface Finding {
  readonly what: string;
  readonly fact: string;
  /** Absent when it works; `needed` when nothing works without it. */
  readonly lack?: "optional" | "needed" | undefined;
}

/** `garner doctor`: a list of parts that work here, and advice for the rest. */
export function addDoctor(host: CommandHost): void {
  const { program, terminal, end } = host;
  program
    .command("doctor")
    .summary("say what works here")
    .description("Say what works on this machine, and how to get the rest.")
    .action(async () => {
      const settings = await readSettings(host);
      const findings = [nodeFinding(), await dataFinding(settings), ...(await engineFindings(settings))];
      const width = Math.max(...findings.map(({ what }) => what.length));
      for (const { what, fact, lack } of findings) {
        const mark = lack === undefined ? terminal.styled("green", "ok  ") : terminal.styled("yellow", "none");
        terminal.print(
          `${lack === "needed" ? terminal.styled("red", "FAIL") : mark}  ${what.padEnd(width)}  ${fact}\n`,
        );
      }
      if (findings.some(({ lack }) => lack === "needed")) end(exitCodes.failed);
    });
}

function nodeFinding(): Finding {
  return { what: "Node", fact: process.version };
}

/** The data folder can be written, and its database is whole; or Redis answers. */
async function dataFinding({ environment }: Settings): Promise<Finding> {
  const { DATA_DIR: folder, REDIS_URL: redisUrl } = environment;
  const what = redisUrl === undefined ? "data" : "Redis";
  if (folder === undefined && redisUrl === undefined)
    return { what, fact: "in memory: set DATA_DIR or REDIS_URL to keep jobs and credits", lack: "optional" };
  try {
    if (redisUrl === undefined && folder !== undefined) {
      await makeFolder(folder, 0o700);
      await access(folder, constants.W_OK);
      checkDatabase(join(folder, "garner.sqlite"));
    }
    await using stores = await openStores(environment, { warn: () => {} });
    return { what, fact: await stores.fact() };
  } catch (thrown) {
    return { what, fact: (thrown as Error).message, lack: "needed" };
  }
}

async function engineFindings(settings: Settings): Promise<readonly Finding[]> {
  await using opened = await openLocalEngine(settings, { stores: {} });
  const { browser, model, search } = opened;
  const browserFinding = await browser.checkHealth(AbortSignal.timeout(15_000)).then(
    (): Finding => ({ what: "browser", fact: browser.executablePath() }),
    (thrown: unknown): Finding => ({ what: "browser", fact: EngineError.from(thrown).message, lack: "optional" }),
  );
  return [
    browserFinding,
    model === undefined
      ? {
          what: "model",
          fact: "set OPENAI_API_KEY, ANTHROPIC_API_KEY, OPENAI_BASE_URL or OLLAMA_BASE_URL for json, summary and extract",
          lack: "optional",
        }
      : { what: "model", fact: `${model.modelId} (${model.provider}); it was not asked` },
    search.length === 0
      ? {
          what: "search",
          fact: "set SEARXNG_ENDPOINT, SERPER_API_KEY, BRAVE_API_KEY or TAVILY_API_KEY for the web",
          lack: "optional",
        }
      : { what: "search", fact: search.map(({ name }) => name).join(", then ") },
  ];
}
