import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** The program that commands are added to, and a way to end with an exit code other than 0. */
export interface CommandHost {
  readonly program: Command;
  readonly terminal: Terminal;
  readonly end: (exitCode: number) => void;
}
