import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { EngineError } from "@garner/core";
import type { BrowserDriver } from "./launch.ts";

/** Variables that name the Chromium to use, in the order they are looked at. */
const environmentNames = ["GARNER_CHROMIUM_PATH", "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH"] as const;

/** Programs looked for on the PATH. The headless shell comes first: it needs a third of the full browser's memory. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"] as const;
const fullBrowsers = [
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

/** The places to look for a Chromium. */
export interface ExecutableSearch {
  /** The caller's choice; it is used without looking further. */
  readonly executablePath?: string | undefined;
  readonly driver: Pick<BrowserDriver, "executablePath">;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Rather a browser as people use it: a headless shell has no plugins, and pages can see that. */
  readonly prefersFullBrowser?: boolean | undefined;
}

/**
 * Finds a Chromium: the option, the environment, Playwright's own install, then the system's. Throws CAPABILITY_MISSING
 * with installation advice if there is none.
 */
export function findExecutable(search: ExecutableSearch): string {
  const named = whatIsNamed(search);
  if (named !== undefined) {
    if (isExecutable(named.path)) return named.path;
    throw new EngineError(
      "CAPABILITY_MISSING",
      `There is no executable Chromium at "${named.path}", which ${named.by} names.`,
      { details: { option: "executablePath" } },
    );
  }
  const found = [...candidates(search)].find(isExecutable);
  if (found !== undefined) return found;
  throw new EngineError(
    "CAPABILITY_MISSING",
    "No Chromium was found. Install one with `apt-get install chromium-headless-shell` or " +
      "`npx playwright-core install chromium-headless-shell`, or name it in `playwright({ executablePath })` or " +
      `the ${environmentNames[0]} variable.`,
    { details: { looked: [...shells, ...fullBrowsers], option: "executablePath" } },
  );
}

function whatIsNamed({ executablePath, environment }: ExecutableSearch) {
  if (executablePath !== undefined) return { path: executablePath, by: "`executablePath`" };
  const name = environmentNames.find((one) => environment[one]);
  return name === undefined ? undefined : { path: environment[name] ?? "", by: `the ${name} variable` };
}

function* candidates({ driver, environment, prefersFullBrowser = false }: ExecutableSearch): Generator<string> {
  const own = ownInstall(driver);
  if (own !== undefined) yield own;
  const programNames = prefersFullBrowser ? [...fullBrowsers, ...shells] : [...shells, ...fullBrowsers];
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
