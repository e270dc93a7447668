/**
 * Search providers: pass one, or several best first, as `search` to `createEngine`.
 * @module
 */
export { brave, type BraveOptions } from "./brave.ts";
export { localIndex } from "./local-index.ts";
export { searxng, type SearxngOptions } from "./searxng.ts";
export { serper, type SerperOptions } from "./serper.ts";
export { tavily, type TavilyOptions } from "./tavily.ts";
export type { ProviderConnection } from "./ask-json.ts";
