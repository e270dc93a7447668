import type { CreditBalance, QueueReport, UsageReport } from "@garner/core";
import { openCommandEngine } from "../command-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";

/** `garner usage`: the credits of a server, or of the store that DATA_DIR or REDIS_URL names. */
export function addUsage(host: CommandHost): void {
  const { program, terminal } = host;
  program
    .command("usage")
    .summary("show credits used")
    .description(
      "Show the credits used, month by month, of a server, or of the store that DATA_DIR or REDIS_URL names.",
    )
    .option("--json", "print the result as JSON")
    .action(async (options: { readonly json?: boolean }) => {
      const settings = await readSettings(host);
      const { DATA_DIR, REDIS_URL } = settings.environment;
      if (settings.server === undefined && DATA_DIR === undefined && REDIS_URL === undefined)
        terminal.tell(
          `${terminal.styled("yellow", "warning")} Nothing is kept between commands: set DATA_DIR or REDIS_URL, or name a --server.\n`,
        );
      await using opened = await openCommandEngine(settings);
      const { usage } = opened.engine;
      const [credits, balance, queue] = await Promise.all([usage.credits(), usage.balance(), usage.queue()]);
      const isJson = options.json === true;
      terminal.print(isJson ? `${JSON.stringify({ credits, balance, queue })}\n` : described(credits, balance, queue));
    });
}

function described({ periods }: UsageReport, balance: CreditBalance, queue: QueueReport): string {
  const lines = [
    ...periods.map(({ startDate, totalCredits }) => [startDate.slice(0, 7), `${counted(totalCredits)} credits used`]),
    ["left", `${counted(balance.remainingCredits)} of ${counted(balance.planCredits)} credits until ${day(balance)}`],
    ["queue", `${queue.activeJobsInQueue} pages under way, ${queue.waitingJobsInQueue} waiting`],
  ];
  return lines.map(([name = "", text = ""]) => `${name.padEnd(7)}  ${text}\n`).join("");
}

const counted = (count: number) => count.toLocaleString("en-US");
const day = ({ billingPeriodEnd }: CreditBalance) => billingPeriodEnd.slice(0, 10);
