/**
 * The command line `garner`, for programs that embed it.
 * @module
 */
export { run } from "./run.ts";
export { exitCodes } from "./exit-codes.ts";
export type { Terminal } from "./terminal.ts";
