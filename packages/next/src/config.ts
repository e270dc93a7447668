/**
 * Next's own configuration, as an engine in it needs it.
 * @module
 */

import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** Packages that load files of their own at run time, such as the threads that read pages: they must not be bundled. */
const external = ["@garner/core", "@garner/playwright", "@garner/sqlite", "@garner/redis", "@garner/ocr"];

/** The part of Next's configuration that is read here; with Next's own types, a `NextConfig` is one. */
export interface ReadConfig {
  basePath?: string | undefined;
  env?: Record<string, string | undefined> | undefined;
  outputFileTracingIncludes?: Record<string, string[]> | undefined;
  serverExternalPackages?: string[] | undefined;
}

/** Next's pattern for the routes that need the files: all of them, as any may use the engine. */
const everyRoute = "/**";

/**
 * Adds Garner's settings to a configuration of Next: `export default withGarner({ … })`. It looks for Garner's packages from
 * the working folder, which is that of the application when Next builds it.
 */
export function withGarner<Config extends object>(config: Config & ReadConfig): Config & ReadConfig {
  const serverExternalPackages = [...new Set([...(config.serverExternalPackages ?? []), ...external])];
  // Requests come without the base path; Next writes this into the code of the routes.
  const env = { ...config.env, GARNER_NEXT_BASE_PATH: config.basePath ?? "" };
  // webpack's trace of a standalone server does not find files that are loaded by their address.
  const files = external.flatMap((name) => filesOf(name));
  const includes = config.outputFileTracingIncludes ?? {};
  const outputFileTracingIncludes = { ...includes, [everyRoute]: [...(includes[everyRoute] ?? []), ...files] };
  return { ...config, env, outputFileTracingIncludes, serverExternalPackages };
}

/** The pattern for the code of a package, from the working folder, as Next wants it; none if it is not installed. */
function filesOf(name: string): readonly string[] {
  const folder = process.cwd();
  try {
    const main = createRequire(join(folder, "package.json")).resolve(name);
    return [`${relative(folder, dirname(main)).replaceAll("\\", "/")}/**/*.js`];
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "MODULE_NOT_FOUND") return [];
    throw thrown;
  }
}
