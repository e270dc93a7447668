/** A place that results are wanted for, as far as it is a country. */
export interface CountryOfPlace {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly code: string;
  /** The place is the country and nothing within it. */
  readonly isWhole: boolean;
}

/** The country of a place such as `Germany`, `Berlin,Berlin,Germany` or `San Francisco, US`; undefined when it names none. Pure. */
export function countryOf(place: string | undefined): CountryOfPlace | undefined {
  const parts = (place ?? "").split(",").map((part) => part.trim().toLowerCase());
  const last = parts.at(-1) ?? "";
  const code = last === "" ? undefined : countryCodes().get(last);
  return code === undefined ? undefined : { code, isWhole: parts.length === 1 };
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** English names of countries and their codes, as the platform knows them. */
function countryCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // Codes of former countries have the name of today's.
  const current = codes.filter((code) => code !== "ZZ" && new Intl.Locale(`und-${code}`).region === code);
  const named = current.flatMap((code): readonly (readonly [string, string])[] => {
    const name = names.of(code);
    return name === undefined ? [] : [code, name].map((key) => [key.toLowerCase(), code.toLowerCase()] as const);
  });
  return new Map([...named, ["usa", "us"], ["uk", "gb"], ["great britain", "gb"], ["england", "gb"]]);
}
