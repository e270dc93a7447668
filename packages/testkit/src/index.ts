/**
 * Contract suites for adapters and surfaces, to be called inside a `describe` of vitest.
 * @module
 */
export {
  testHttpSurface,
  type HttpSurfaceSuite,
  type MountedSurface,
  type SurfaceOptions,
} from "./suites/http-surface.ts";
export { captureRequest, testPageSource, type PageSourceSuite } from "./suites/page-source.ts";
