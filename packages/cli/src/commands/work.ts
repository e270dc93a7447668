import { once } from "node:events";
import { getPriority, setPriority } from "node:os";
import { createLogger, openEngine, openStores } from "@garner/server";
import { InvalidArgumentError } from "commander";
import { wholeNumber } from "../flags.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";

const browserStartMs = 30_000;

interface WorkFlags {
  readonly concurrency?: number;
  readonly browser?: boolean;
  readonly niceness: number;
}

/** `garner work`: works on the jobs of a store that servers share. */
export function addWork(host: CommandHost): void {
  const { program, terminal } = host;
  program
    .command("work")
    .summary("work on queued jobs")
    .description("Work on the jobs in DATA_DIR or REDIS_URL, beside servers and other workers, until Ctrl-C.")
    .option("--concurrency <number>", "pages at once (WORK_CONCURRENCY)", wholeNumber)
    .option("--browser", "don't start unless a browser does; otherwise one is started when a page first needs it")
    .option("--no-browser", "leave pages that need a browser to workers that have one")
    .option("--niceness <number>", "0 to 19: how much other processes of this machine go first", niceness, 15)
    .action(async ({ concurrency, browser, niceness: below }: WorkFlags) => {
      setPriority(Math.max(below, getPriority())); // only root may go back
      const { environment } = await readSettings(host);
      const logger = createLogger({
        ...environment,
        LOG_LEVEL: environment.LOG_LEVEL === "silent" ? "warn" : environment.LOG_LEVEL,
      });
      await using stores = await openStores(environment, logger);
      await using opened = await openEngine(
        { ...environment, WORK: true },
        { logger, stores: stores.config, hasBrowser: browser !== false },
      );
      if (browser === true) await opened.browser.checkHealth(AbortSignal.timeout(browserStartMs));
      opened.engine.jobs.work({ concurrency: concurrency ?? environment.WORK_CONCURRENCY });
      terminal.tell(`Working on the jobs of ${await stores.fact()}. Ctrl-C stops.\n`);
      // A worker without work has nothing else that would keep its process.
      const awake = setInterval(() => {}, 60_000);
      if (!terminal.signal.aborted) await once(terminal.signal, "abort");
      clearInterval(awake);
      terminal.tell("Stopping; what is under way is taken on by the next worker.\n");
    });
}

function niceness(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 19)
    throw new InvalidArgumentError("It must be a whole number from 0 to 19.");
  return value;
}
