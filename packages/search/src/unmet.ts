import { countryOf, type SearchQuery } from "@garner/core";

/** Says that a provider knows the country of a `location` and nothing more precise. Nothing when the country is all. */
export function locationWarning(name: string, { location, country }: SearchQuery): readonly string[] {
  if (location === undefined) return [];
  const known = countryOf(location);
  if (known?.isWhole === true && known.code === country) return [];
  return [`${name} does not know \`location\` more precisely than the country (${country}).`];
}
