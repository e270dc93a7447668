/**
 * The command line `garner`, for programs that embed it.
 * @module
 */
export { run } from "./run.ts";
export { exitCodes } from "./failure.ts";
export type { Terminal } from "./terminal.ts";
