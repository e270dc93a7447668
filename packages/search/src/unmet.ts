import { countryOf, type SearchQuery } from "@garner/core";

/** Says what a provider without filters and places leaves out of a query. */
export function unmetWarnings(name: string, query: SearchQuery): readonly string[] {
  const filter = query.filter === undefined ? [] : [`${name} does not know \`filter\`; it was ignored.`];
  return [...filter, ...locationWarning(name, query)];
}

/** Says that a provider knows the country of a `location` and nothing more precise. Nothing when the country is all. */
function locationWarning(name: string, { location, country }: SearchQuery): readonly string[] {
  if (location === undefined) return [];
  const known = countryOf(location);
  if (known?.isWhole === true && known.code === country) return [];
  return [`${name} does not know \`location\` more precisely than the country (${country}).`];
}
