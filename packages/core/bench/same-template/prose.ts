/** Draws what differs from page to page, always the same for the same page. */
export interface Draw {
  /** A whole number from 0 up to but without `end`. */
  readonly below: (end: number) => number;
  readonly among: <Thing>(things: readonly Thing[]) => Thing;
  /** True in so many of a hundred cases. */
  readonly chance: (percent: number) => boolean;
  /** So many sentences, none of them twice on a page. */
  readonly sentences: (count: number) => string;
  /** So many paragraphs of one to five sentences. */
  readonly paragraphs: (count: number) => string;
}

const subjects = (
  "the harbour|a second reader|the committee|most of the crew|her brother|the older version|our test kitchen|the museum|" +
  "a small garden|the last train|every new member|the council|an honest map|the first winter|the valve|a good knife|" +
  "the workshop|the river bank|nobody at the table|the report"
).split("|");
const verbs = (
  "keeps|had lost|will need|can carry|never explained|has repaired|turned away from|asked about|measured|opened|" +
  "was built around|paid for|left behind|reads like|followed|compared"
).split("|");
const objects = (
  "the cheaper of the two boats|three grams of salt|a door that nobody had painted|what the neighbours called a bargain|" +
  "the numbers from last spring|an hour of quiet|its own reflection|the road to the north|a bowl of cold water|" +
  "the names of all twelve|a loose wire|more light than the room could hold|the rest of the bread|a letter from the owner|" +
  "the edge of the field|some very old habits"
).split("|");
const ends = (
  ", and that was enough.|.|, although the rain had stopped by then.|, which surprised us.|, as the manual says.|.|" +
  ", at least until Thursday.|, so we waited.|; the others disagreed.|, for about forty euros.|."
).split("|");

/** A draw for a page, by the number of the page. */
export function drawFor(page: number): Draw {
  let state = (page * 7919 + 12_345) % 2_147_483_647;
  const below = (end: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
  const among = <Thing>(things: readonly Thing[]): Thing => {
    const thing = things[below(things.length)];
    if (thing === undefined) throw new Error("Nothing to draw from.");
    return thing;
  };
  const told = new Set<string>();
  const sentence = (): string => {
    const text = `${among(subjects)} ${among(verbs)} ${among(objects)}${among(ends)}`;
    if (told.has(text)) return sentence();
    told.add(text);
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const sentences = (count: number): string => Array.from({ length: count }, sentence).join(" ");
  const paragraphs = (count: number): string =>
    Array.from({ length: count }, () => `<p>${sentences(1 + below(5))}</p>`).join("\n");
  return { below, among, chance: (percent) => below(100) < percent, sentences, paragraphs };
}
