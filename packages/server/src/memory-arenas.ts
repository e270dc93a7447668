/**
 * Starts this program anew in the same process, once, with few places for what native code takes. glibc gives each thread
 * a place of its own, and what a compilation or a page needed there stays there: 50 MB under a crawl. It reads their
 * number from the environment, and only when a program begins. Call it first, in a program: it does nothing on other
 * systems, where the operator has set `MALLOC_ARENA_MAX`, and where a parent process listens to this one.
 */
export function boundMemoryArenas(): void {
  const { platform, env, channel, execPath, execArgv, argv } = process;
  if (platform !== "linux" || env["MALLOC_ARENA_MAX"] !== undefined || channel !== undefined) return;
  // Bun and worker threads have no such function.
  if (process.versions["bun"] !== undefined || process.execve === undefined) return;
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: "2" });
}
