/**
 * The engine over HTTP.
 * @module
 */
export { createClient } from "./client.ts";
export type { ClientOptions } from "./options.ts";
export { EngineError, type ErrorCode } from "@garner/core/errors";
