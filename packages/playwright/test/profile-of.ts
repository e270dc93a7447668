import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The profile folder that a browser's command line names. */
export async function profileOf(pid: number): Promise<string> {
  const { stdout } = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  const profile = /--user-data-dir=(\S+)/.exec(stdout)?.[1];
  if (profile === undefined) throw new Error(`process ${pid} is no browser: ${stdout}`);
  return profile;
}
