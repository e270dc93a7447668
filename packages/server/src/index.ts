/**
 * The whole contract as a server of its own, configured by environment variables.
 * @module
 */
export { Environment, readEnvironment } from "./environment.ts";
export { openEngine, type OpenedEngine, type OpenEngineOptions } from "./open-engine.ts";
export { openStores, type Stores } from "./stores.ts";
export { runServer } from "./run.ts";
export { startServer, type RunningServer } from "./server.ts";
export { createLogger } from "./logger.ts";
