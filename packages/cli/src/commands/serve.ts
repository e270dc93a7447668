import { setImmediate } from "node:timers/promises";
import { boundMemoryArenas, runServer } from "@garner/server/run";
import { InvalidArgumentError } from "commander";
import type { CommandHost } from "../command-host.ts";
import { exitCodes } from "../failure.ts";
import { readSettings } from "../settings.ts";

/** `garner serve`: the contract as a server. */
export function addServe(host: CommandHost): void {
  const { program, terminal } = host;
  program
    .command("serve")
    .summary("run the server")
    .description("Run the whole contract as a server, configured by environment variables, until Ctrl-C.")
    .option("--port <number>", "port to listen on (PORT)", portNumber)
    .option("--host <address>", "address to listen on (HOST)")
    .option("--data <folder>", "where jobs and credits are kept (DATA_DIR)")
    .option("--no-work", "only answer, and leave jobs to `garner work` (WORK=false)")
    .action(async (options: Record<string, unknown>) => {
      // Once it listens, the server ends what is under way first.
      const stop = () => process.exit(exitCodes.interrupted);
      if (terminal.signal.aborted) stop();
      terminal.signal.addEventListener("abort", stop);
      // A signal that came while the program was loaded is heard now: a program that starts anew knows nothing of it.
      await setImmediate();
      boundMemoryArenas();
      const { variables } = await readSettings(host);
      await runServer({
        ...variables,
        LOG_LEVEL: terminal.variables["LOG_LEVEL"] ?? "info",
        ...(options["port"] === undefined ? {} : { PORT: String(options["port"]) }),
        ...(options["host"] === undefined ? {} : { HOST: String(options["host"]) }),
        ...(options["data"] === undefined ? {} : { DATA_DIR: String(options["data"]) }),
        ...(options["work"] === false ? { WORK: "false" } : {}),
      });
      terminal.signal.removeEventListener("abort", stop);
    });
}

function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port > 65_535) throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
  return port;
}
