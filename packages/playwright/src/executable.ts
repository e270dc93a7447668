import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { EngineError } from "@garner/core";
import type { BrowserDriver } from "./launch.ts";

/** Variables that name the Chromium to use, in the order they are looked at. */
const environmentNames = ["GARNER_CHROMIUM_PATH", "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH"] as const;

/** Programs looked for on the PATH, best first: the headless shell needs a third of the memory of the full browser. */
const programNames = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge-stable",
] as const;

const applicationPaths = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
] as const;

/** Where a Chromium may be found. */
export interface ExecutableSearch {
  /** What the caller named; it is used without looking further. */
  readonly executablePath?: string | undefined;
  readonly driver: Pick<BrowserDriver, "executablePath">;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds a Chromium: the option, the environment, Playwright's own install, then the system's. Throws CAPABILITY_MISSING
 * that says how to get one when there is none.
 */
export function findExecutable(search: ExecutableSearch): string {
  const named = search.executablePath ?? environmentNames.map((name) => search.environment[name]).find(Boolean);
  if (named !== undefined) {
    if (isExecutable(named)) return named;
    throw new EngineError("CAPABILITY_MISSING", `There is no executable Chromium at ${named}.`);
  }
  const found = [...candidates(search)].find(isExecutable);
  if (found !== undefined) return found;
  throw new EngineError(
    "CAPABILITY_MISSING",
    "No Chromium was found. Install one with `apt-get install chromium-headless-shell` or " +
      "`npx playwright-core install chromium-headless-shell`, or name it in `playwright({ executablePath })` or " +
      `the ${environmentNames[0]} variable.`,
    { details: { looked: [...programNames], option: "executablePath" } },
  );
}

function* candidates({ driver, environment }: ExecutableSearch): Generator<string> {
  const own = ownInstall(driver);
  if (own !== undefined) yield own;
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  for (const name of programNames) for (const folder of folders) yield join(folder, name);
  yield* applicationPaths;
}

/** The driver throws on platforms it has no build for. */
function ownInstall(driver: ExecutableSearch["driver"]): string | undefined {
  try {
    return driver.executablePath();
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
