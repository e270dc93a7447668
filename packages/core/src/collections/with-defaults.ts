/** Some of the options of a record; one that is undefined is not given. */
export type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** The fields of a record that are given; one that is undefined is not. Pure. */
export function onlyGiven<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** The options that are given, and the defaults of the others. Pure. */
export function withDefaults<Options extends object>(defaults: Options, given: Given<Options> = {}): Options {
  return { ...defaults, ...onlyGiven(given) };
}
