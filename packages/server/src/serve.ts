import { messageOfThrown, redactUrls } from "@garner/core";
import { readEnvironment } from "./environment.ts";
import { installLastGuard } from "./last-guard.ts";
import { createLogger } from "./logger.ts";
import { remarksOn } from "./remarks.ts";
import { startServer } from "./server.ts";

/** Serves until a signal ends it; see `run.ts`. */
export async function serve(variables: Readonly<Record<string, string | undefined>>): Promise<void> {
  try {
    const environment = readEnvironment(variables);
    const logger = createLogger(environment);
    for (const { variable, message } of remarksOn(environment, variables)) logger.warn({ variable }, message);
    const starting = startServer(environment, logger);
    installLastGuard(process, { logger, end: async () => await (await starting).stop() });
    const server = await starting;
    console.log(`Garner listens on ${server.url}.

  ${server.report.join("\n  ")}

Try:

  curl -X POST ${server.url}/v2/scrape -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'
`);

    let stoppingSince: number | undefined;
    const stop = (signal: NodeJS.Signals) => {
      // One Ctrl-C arrives several times: from the terminal, and from each program in between. A later one means "now".
      if (stoppingSince !== undefined && performance.now() - stoppingSince > 1000) process.exit(1);
      if (stoppingSince !== undefined) return;
      stoppingSince = performance.now();
      logger.info({ signal }, "stopping");
      server.stop().then(() => process.exit(0), fail);
    };
    process.on("SIGTERM", stop).on("SIGINT", stop);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  console.error(redactUrls(messageOfThrown(error)));
  process.exit(1);
}
