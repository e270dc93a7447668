import { openLocalEngine } from "../local-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";

/** `garner usage`: the credits of the store that DATA_DIR or REDIS_URL names. */
export function addUsage(host: CommandHost): void {
  const { program, terminal } = host;
  program
    .command("usage")
    .summary("show credits used")
    .description("Show the credits used, month by month, of the store that DATA_DIR or REDIS_URL names.")
    .option("--json", "print the result as JSON")
    .action(async (options: { readonly json?: boolean }) => {
      await using opened = await openLocalEngine(await readSettings(host));
      const { usage } = opened.engine;
      const [credits, balance, queue] = [await usage.credits(), await usage.balance(), await usage.queue()];
      terminal.print(`${JSON.stringify({ credits, balance, queue }, null, options.json === true ? 0 : 2)}\n`);
    });
}
