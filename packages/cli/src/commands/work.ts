import { once } from "node:events";
import { createLogger, openEngine, openStores } from "@garner/server";
import { wholeNumber } from "../flags.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";

/** `garner work`: works on the jobs of a store that servers share. */
export function addWork(host: CommandHost): void {
  const { program, terminal } = host;
  program
    .command("work")
    .summary("work on queued jobs")
    .description("Work on the jobs in DATA_DIR or REDIS_URL, beside servers and other workers, until Ctrl-C.")
    .option("--concurrency <number>", "pages at once (WORK_CONCURRENCY)", wholeNumber)
    .action(async ({ concurrency }: { readonly concurrency?: number }) => {
      const { environment } = await readSettings(host);
      const logger = createLogger({
        ...environment,
        LOG_LEVEL: environment.LOG_LEVEL === "silent" ? "warn" : environment.LOG_LEVEL,
      });
      await using stores = await openStores(environment, logger);
      await using opened = await openEngine({ ...environment, WORK: true }, { logger, stores: stores.config });
      opened.engine.jobs.work({ concurrency: concurrency ?? environment.WORK_CONCURRENCY });
      terminal.tell(`Working on the jobs of ${await stores.fact()}. Ctrl-C stops.\n`);
      // A worker without work has nothing else that would keep its process.
      const awake = setInterval(() => {}, 60_000);
      if (!terminal.signal.aborted) await once(terminal.signal, "abort");
      clearInterval(awake);
      terminal.tell("Stopping; what is under way is taken on by the next worker.\n");
    });
}
