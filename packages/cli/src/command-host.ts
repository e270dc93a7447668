import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** What every command is added to, and how it ends with a code other than 0. */
export interface CommandHost {
  readonly program: Command;
  readonly terminal: Terminal;
  readonly end: (exitCode: number) => void;
}
