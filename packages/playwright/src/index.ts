/**
 * A real browser as a page source: JavaScript, actions, screenshots, devices, login state, stealth.
 * @module
 */
export { playwright, type BrowserSource, type BrowserStatus } from "./playwright.ts";
export type { BrowserDriver } from "./browser/launch.ts";
export type { PlaywrightOptions, PoolLimits } from "./options.ts";
export type { ProxyChooser, ProxyLists, ProxyRequest } from "./egress/proxies.ts";
