import { readFileSync } from "node:fs";

// The build writes down this module's value (`write-values.ts`): of the package, only this one file is needed.

/** The program of autoconsent (https://github.com/duckduckgo/autoconsent) with all its rules, for a page to run. */
export const consentScript: string = readFileSync(
  new URL("autoconsent.standalone.js", import.meta.resolve("@duckduckgo/autoconsent")),
  "utf8",
);
