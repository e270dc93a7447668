import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { maxOpenPages, thisMachine } from "./browser/capacity.ts";
import { findExecutable } from "./browser/executable.ts";
import type { BrowserDriver } from "./browser/launch.ts";
import type { PlaywrightOptions } from "./options.ts";

/** Number of pages that may be open at once. */
export function pagesAtOnce({ pool }: PlaywrightOptions): number {
  return pool?.maxOpenPages ?? maxOpenPages(thisMachine);
}

/** The Chromium that these options lead to. Throws CAPABILITY_MISSING when there is none. */
export function chromiumFor({ executablePath, driver, stealth }: PlaywrightOptions): string {
  return findExecutable({
    executablePath,
    driver: driver ?? playwrightsInstall,
    environment: process.env,
    prefersFullBrowser: stealth,
  });
}

type Installed = Pick<BrowserDriver, "executablePath">;

/** Asks Playwright for its own Chromium, but only if there is one: the answer takes 60 MB of memory. */
const playwrightsInstall: Installed = {
  executablePath() {
    if (!installFolders(process.env).some(existsSync)) throw new Error("Playwright has installed no browser.");
    const { chromium } = createRequire(import.meta.url)("playwright-core") as { readonly chromium: Installed };
    return chromium.executablePath();
  },
};

/** The folders in which Playwright installs browsers, by its documentation; `0` stands for the package's folder. */
function installFolders(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { PLAYWRIGHT_BROWSERS_PATH: chosen, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (chosen === "0") return ["/"];
  if (chosen !== undefined && chosen !== "") return [chosen];
  const caches = [XDG_CACHE_HOME, LOCALAPPDATA, join(homedir(), ".cache"), join(homedir(), "Library/Caches")];
  const localFolders = join(homedir(), "AppData/Local");
  return [...caches, localFolders]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, "ms-playwright"));
}
