import { EngineError, localIndexProvider, systemClock, type PageIndex, type SearchProvider } from "@garner/core";

/**
 * Searches the pages that an engine has scraped. An engine without providers does so by itself; this puts its index into
 * a chain, behind the providers that know the web. Throws BAD_REQUEST for what is no index.
 */
export function localIndex(pageIndex: PageIndex): SearchProvider {
  const given: unknown = pageIndex;
  if (typeof given !== "object" || given === null || typeof Reflect.get(given, "search") !== "function")
    throw new EngineError("BAD_REQUEST", "localIndex: pass a page index, such as `pageIndex` of `sqlite({ file })`.");
  return localIndexProvider(pageIndex, systemClock);
}
