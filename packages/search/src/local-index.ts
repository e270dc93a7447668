import { localIndexProvider, systemClock, type PageIndex, type SearchProvider } from "@garner/core";

/**
 * Searches the pages that an engine has scraped. An engine without providers does so by itself; this puts its index into
 * a chain, behind the providers that know the web.
 */
export function localIndex(pageIndex: PageIndex): SearchProvider {
  return localIndexProvider(pageIndex, systemClock);
}
