import { setFlagsFromString } from "node:v8";

const optimizers = ["opt", "maglev"] as const;

/**
 * Runs the start of a program without V8's optimizing compilers, and lets them work from then on. What loads modules runs
 * once, so optimizing it saves no time; and a server that waits for its first request would keep 10 MB of the compilers'
 * own program and of what their threads worked with.
 */
export async function startUnoptimized(start: () => Promise<void>): Promise<void> {
  if (process.versions["bun"] !== undefined) return await start();
  for (const optimizer of optimizers) setFlagsFromString(`--no-${optimizer}`);
  try {
    await start();
  } finally {
    for (const optimizer of optimizers) setFlagsFromString(`--${optimizer}`);
  }
}
