/**
 * Next's own configuration, as an engine in it needs it.
 * @module
 */

/** Packages that load files of their own at run time, such as the threads that read pages: they must not be bundled. */
const external = ["@garner/core", "@garner/playwright", "@garner/sqlite", "@garner/redis", "@garner/ocr"];

/** The part of Next's configuration that is read here; with Next's own types, a `NextConfig` is one. */
export interface ReadConfig {
  basePath?: string | undefined;
  env?: Record<string, string | undefined> | undefined;
  serverExternalPackages?: string[] | undefined;
}

/** Adds Garner's settings to a configuration of Next: `export default withGarner({ … })`. */
export function withGarner<Config extends object>(config: Config & ReadConfig): Config & ReadConfig {
  const serverExternalPackages = [...new Set([...(config.serverExternalPackages ?? []), ...external])];
  // Requests come without the base path; Next writes this into the code of the routes.
  const env = { ...config.env, GARNER_NEXT_BASE_PATH: config.basePath ?? "" };
  return { ...config, env, serverExternalPackages };
}
