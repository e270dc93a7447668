import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The names of systems in user agents; the rest of the text is the same everywhere (user agent reduction). */
const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: "X11; Linux x86_64",
  darwin: "Macintosh; Intel Mac OS X 10_15_7",
};

/**
 * Switches that make a headless browser name itself as it would with a screen, also where DevTools can't reach: in
 * service workers and their requests. None where the program does not tell its version (Windows opens a window).
 */
export async function ordinaryUserAgent(
  executablePath: string,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly string[]> {
  const system = systems[platform];
  if (system === undefined) return [];
  const { stdout } = await run(executablePath, ["--version"], { timeout: 10_000 }).catch(() => ({ stdout: "" }));
  const major = /\b(\d{2,})\.\d+\.\d+\.\d+\b/.exec(stdout)?.[1];
  if (major === undefined) return [];
  const userAgent = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
  return [`--user-agent=${userAgent}`, "--accept-lang=en-US,en"];
}
