import { EngineError } from "@garner/core";
import { CommanderError } from "commander";
import { exitCodeOf, exitCodes, messageOf } from "./failure.ts";
import { createProgram } from "./program.ts";
import type { Terminal } from "./terminal.ts";

/** Runs `garner` with its parameters and resolves to its exit code. It never rejects: failures are told. */
export async function run(parameters: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.done;
  const program = createProgram(terminal, (ended) => (code = ended));
  try {
    await program.parseAsync([...parameters], { from: "user" });
    return code;
  } catch (thrown) {
    if (EngineError.is(thrown, "ABORTED") && terminal.signal.aborted) terminal.tell("Stopped.\n");
    // Commander has told its own already.
    else if (!(thrown instanceof CommanderError))
      terminal.tell(`${terminal.styled("red", "error")} ${messageOf(thrown)}\n`);
    return exitCodeOf(thrown);
  }
}
