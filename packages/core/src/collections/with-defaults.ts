/** Some of the options of a record; one that is undefined is not given. */
export type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** The options that are given, and the defaults of the others. Pure. */
export function withDefaults<Options extends object>(defaults: Options, given: Given<Options> = {}): Options {
  const decided = Object.entries(given).filter(([, option]) => option !== undefined);
  return { ...defaults, ...Object.fromEntries(decided) };
}
