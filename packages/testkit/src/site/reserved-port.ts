import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range from which Linux, macOS and Windows serve outgoing connections and servers that ask for port 0. */
const [lowest, highest] = [20_000, 32_000] as const;

/**
 * A port that is free on each of `hosts`, and that no system gives away by itself: for a server that is ended and
 * started again, or that listens on several addresses.
 */
export async function reservedPort(...hosts: readonly string[]): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const isFree = await Promise.all(hosts.map((host) => isFreeOn(host, port)));
    if (isFree.every(Boolean)) return port;
  }
}

async function isFreeOn(host: string, port: number): Promise<boolean> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false;
    throw error;
  }
  const closed = once(probe, "close");
  probe.close();
  await closed;
  return true;
}
