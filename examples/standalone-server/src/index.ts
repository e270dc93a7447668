import { pino } from "pino";
import { readEnvironment } from "./environment.ts";
import { startServer } from "./server.ts";

try {
  const environment = readEnvironment(process.env);
  const logger = pino({ level: environment.LOG_LEVEL });
  const server = await startServer(environment, logger);
  console.log(`Garner listens on ${server.url}. Try:

  curl -X POST ${server.url}/v2/scrape -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'
`);

  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1); // asked twice: now
      isStopping = true;
      logger.info({ signal }, "stopping");
      server.stop().then(() => process.exit(0), fail);
    });
  }
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
