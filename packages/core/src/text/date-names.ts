/** A name that a language has for a month or a day of the week. */
export interface DateName {
  /** As the platform writes it, which may be a number, or end with a full stop. */
  readonly name: string;
  /** The place of its day in the list of days. */
  readonly place: number;
}

/**
 * The long and the short names of a part of some days (milliseconds since the epoch, UTC) beside the number of the day, language
 * by language (BCP 47). Pure.
 */
export function dateNames(
  languages: readonly string[],
  part: "month" | "weekday",
  days: readonly number[],
): readonly DateName[] {
  return languages.flatMap((language) =>
    (["long", "short"] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { day: "numeric", [part]: style, timeZone: "UTC" });
      return days.flatMap((day, place) =>
        format.formatToParts(day).flatMap(({ type, value }) => (type === part ? [{ name: value, place }] : [])),
      );
    }),
  );
}
