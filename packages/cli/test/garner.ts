import { Readable } from "node:stream";
import { run } from "../src/run.ts";

/** Surroundings of a command that a test chooses. */
export interface Given {
  readonly input?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly showsProgress?: boolean;
  readonly columns?: number;
  /** Fires with Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Everything that is written, in order, as one screen shows it. */
  readonly screen?: string[];
  readonly onMessage?: (text: string) => void;
}

/** Runs `garner` in a terminal of the test's. */
export async function garner(parameters: readonly string[], given: Given = {}) {
  const { input, variables, showsProgress = false, columns = Infinity, screen, onMessage } = given;
  const { signal = new AbortController().signal } = given;
  let output = "";
  let messages = "";
  const code = await run(parameters, {
    variables: { ALLOW_PRIVATE_NETWORKS: "127.0.0.1", ...variables },
    print: (text) => {
      output += text;
      screen?.push(text);
    },
    tell: (text) => {
      messages += text;
      screen?.push(text);
      onMessage?.(text);
    },
    isInteractive: screen !== undefined,
    showsProgress,
    columns: () => columns,
    readInput: async () => input,
    input: Readable.from([]),
    signal,
    styled: (_style, text) => text,
  });
  return { code, output, messages };
}
