import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEgressGuard, systemClock, type Clock } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { descendantsOf } from "../../test/descendants.ts";
import { profileOf } from "../../test/profile-of.ts";
import { playwright, type BrowserSource, type PlaywrightOptions } from "../index.ts";
import { openRegister } from "./orphans.ts";
import { isAlive } from "./processes.ts";

describe("a pool of browsers", () => {
  let site: BrowserSite;
  beforeAll(async () => {
    site = await startBrowserSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const build = (options: PlaywrightOptions = {}) =>
    playwright({
      guard: createEgressGuard({ allow: ["127.0.0.1"] }),
      sandbox: process.getuid?.() !== 0,
      ...options,
    });
  const request = (path: string) => captureRequest(`${site.origin}${path}`);
  const deadline = () => systemClock.deadline(60_000);
  const until = async (condition: () => boolean | Promise<boolean>) => {
    while (!(await condition())) await systemClock.sleep(20, deadline());
  };
  /** Signals to process 0 reach the whole test run, so a browser that is not there must be an error. */
  const onlyBrowser = async (source: BrowserSource): Promise<number> => {
    const { browsers } = await source.status();
    const pid = browsers[0]?.pid;
    if (pid === undefined || browsers.length !== 1) throw new Error(`expected one browser, not ${browsers.length}`);
    return pid;
  };
  const asked = async (path: string) => until(() => site.takeRequests().includes(path));
  beforeEach(() => void site.takeRequests());

  test("a browser that is killed in the middle of a scrape is replaced, and the scrape succeeds", async () => {
    const reasons: string[] = [];
    await using source = build({ onRetire: (_browser, reason) => reasons.push(reason) });
    const page = source.capture(request("/late"), deadline());
    await asked("/late");
    const victim = await onlyBrowser(source);
    process.kill(victim, "SIGKILL");
    expect(new TextDecoder().decode((await page).body)).toContain("last row");
    expect(reasons).toEqual(["it has crashed"]);
    expect((await source.status()).browsers.map(({ pid }) => pid)).not.toContain(victim);
  });

  test("captures give back their places in a browser that is killed while it opens pages for them", async () => {
    await using source = build({ pool: { maxOpenPages: 6, maxPagesPerBrowser: 6 } });
    const pages = Array.from({ length: 6 }, () => source.capture(request("/static"), deadline()));
    await until(async () => ((await source.status()).browsers[0]?.openPages ?? 0) > 0);
    process.kill(await onlyBrowser(source), "SIGKILL");
    await Promise.all(pages);
    expect((await source.status()).openPages).toBe(0);
  });

  test("a browser that hangs in the middle of a scrape is replaced, and the scrape succeeds", async () => {
    await using source = build({ clock: faster(3) });
    const page = source.capture(request("/late"), deadline());
    await asked("/late");
    const victim = await onlyBrowser(source);
    process.kill(victim, "SIGSTOP");
    expect(new TextDecoder().decode((await page).body)).toContain("last row");
    await until(() => !isAlive(victim));
  });

  test("a browser is replaced after so many pages", async () => {
    const reasons: string[] = [];
    await using source = build({ pool: { maxPages: 3 }, onRetire: (_browser, reason) => reasons.push(reason) });
    for (let page = 0; page < 7; page += 1) await source.capture(request("/static"), deadline());
    expect(reasons).toEqual(["it has served 3 pages", "it has served 3 pages"]);
  });

  test("no more pages are open at once than it may, and no more browsers run than they need", async () => {
    await using source = build({ pool: { maxOpenPages: 4, maxPagesPerBrowser: 2 } });
    const pages = Array.from({ length: 10 }, () => source.capture(request("/late"), deadline()));
    let isOver = false;
    const seen: number[] = [];
    const watching = until(async () => {
      const { openPages, browsers } = await source.status();
      expect(browsers.length).toBeLessThanOrEqual(2);
      seen.push(openPages);
      return isOver;
    });
    await Promise.all(pages);
    isOver = true;
    await watching;
    expect(Math.max(...seen)).toBe(4);
  });

  test("an unused browser ends by itself", async () => {
    await using source = build({ pool: { keepWarmMs: 1 }, clock: faster(10) });
    await source.capture(request("/static"), deadline());
    const browser = await onlyBrowser(source);
    await until(() => !isAlive(browser));
    expect(await source.capture(request("/static"), deadline())).toMatchObject({ status: 200 });
  });

  test.runIf(existsSync("/proc/self/stat"))(
    "disposing leaves no process, no profile, and nothing to scrape with",
    async () => {
      const source = build();
      const running = source.capture(request("/late"), deadline());
      await asked("/late");
      const browser = await onlyBrowser(source);
      const family = [browser, ...descendantsOf(browser)];
      const profile = await profileOf(browser);
      expect(family.length).toBeGreaterThan(2);
      await Promise.all([source[Symbol.asyncDispose](), expect(running).rejects.toThrow()]);
      await until(() => family.every((pid) => !isAlive(pid)));
      expect(existsSync(profile)).toBe(false);
      await expect(source.capture(request("/static"), deadline())).rejects.toMatchObject({ code: "OVERLOADED" });
    },
  );

  test("what a killed process left behind is cleared up by the next one", async () => {
    const holder = fileURLToPath(new URL("../../test/holds-a-browser.ts", import.meta.url));
    const parent = spawn(process.execPath, ["--conditions=source", holder, `${site.origin}/static`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    expect(pid).toBeGreaterThan(1);
    const profile = await profileOf(pid);
    // A browser that is stopped can't notice that its owner is gone.
    process.kill(pid, "SIGSTOP");
    parent.kill("SIGKILL");
    await once(parent, "exit");
    expect([isAlive(pid), existsSync(profile)]).toEqual([true, true]);
    expect(await openRegister().reap()).toBeGreaterThanOrEqual(1);
    await until(() => !isAlive(pid));
    expect(existsSync(profile)).toBe(false);
  });

  test.runIf(process.getuid?.() === 0)(
    "without a sandbox nobody asked to be without, the operator is told",
    async () => {
      const warnings: string[] = [];
      for (const sandbox of [undefined, false]) {
        await using source = build({ sandbox, onWarning: (warning) => warnings.push(warning) });
        await source.capture(request("/static"), deadline());
      }
      expect(warnings).toEqual([expect.stringMatching(/without its sandbox.*root.*Run as another user/)]);
    },
  );

  test("says what to do where there is no Chromium", async () => {
    await using source = build({ executablePath: "/nowhere/chromium" });
    await expect(source.capture(request("/static"), deadline())).rejects.toMatchObject({
      code: "CAPABILITY_MISSING",
      message: expect.stringContaining("/nowhere/chromium"),
    });
  });

  test.each([
    ["echo 'FATAL: No usable sandbox! Update your kernel'", /user namespaces.*`sandbox: false`/],
    ["echo 'error while loading shared libraries: libnss3.so: cannot open'", /library libnss3\.so is not installed/],
    ["echo 'out of luck'", /could not be started: /],
  ])("says what is wrong with one that does not start: %s", async (script, message) => {
    const folder = await mkdtemp(join(tmpdir(), "no-browser-"));
    const executablePath = join(folder, "chromium");
    await writeFile(executablePath, `#!/bin/sh\n${script} >&2\nexit 1\n`);
    await chmod(executablePath, 0o755);
    await using source = build({ executablePath });
    const outcome = expect(source.capture(request("/static"), deadline()));
    await outcome.rejects.toMatchObject({ code: "CAPABILITY_MISSING", message: expect.stringMatching(message) });
    await rm(folder, { recursive: true });
  });
});

/** The machine's clock, with shorter waits: how long a browser may stay silent is not what these tests are about. */
function faster(factor: number): Clock {
  return { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / factor, signal) };
}
