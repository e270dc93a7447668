const counted = (name: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${name}${from + index}`);

/** Keys whose names stand in the message about one that does not exist. */
const usualKeys =
  "Enter Tab Escape Backspace Delete Insert Space Home End PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight".split(
    " ",
  );

const modifiers = "Shift Control Alt Meta ControlOrMeta".split(" ");

/** The keys of a US keyboard by the names that browsers have for them (UI Events, `key` and `code`). */
const namedKeys: ReadonlySet<string> = new Set([
  ...usualKeys,
  ...modifiers,
  ...["Shift", "Control", "Alt", "Meta"].flatMap((name) => [`${name}Left`, `${name}Right`]),
  ..."AltGraph CapsLock NumLock ScrollLock PrintScreen Pause ContextMenu".split(" "),
  ..."Backquote Minus Equal Backslash BracketLeft BracketRight Semicolon Quote Comma Period Slash".split(" "),
  ...counted("F", 1, 12),
  ...counted("Digit", 0, 9),
  ...Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `Key${letter}`),
  ...counted("Numpad", 0, 9),
  ..."Divide Multiply Subtract Add Decimal Enter".split(" ").map((name) => `Numpad${name}`),
  ..."AudioVolumeMute AudioVolumeDown AudioVolumeUp MediaTrackNext MediaTrackPrevious MediaPlayPause".split(" "),
]);

const byLowerCase: ReadonlyMap<string, string> = new Map([...namedKeys].map((name) => [name.toLowerCase(), name]));

const isKey = (name: string): boolean => byLowerCase.has(name.toLowerCase()) || /^[ -~]$/.test(name);

/** The keys of a combination such as `Control+A`; a plus that follows another, or comes first, is the key. */
const keysOf = (combination: string): readonly string[] => combination.split(/(?<=[^+])\+/);

/** True for the name of a key, in any case, or of several that are held together. Pure. */
export const isKeyCombination = (text: string): boolean => keysOf(text).every(isKey);

/** The same combination with the names as browsers write them: `Enter` for `ENTER`. Pure. */
export const asBrowsersWrite = (combination: string): string =>
  keysOf(combination)
    .map((name) => byLowerCase.get(name.toLowerCase()) ?? name)
    .join("+");

/** Tells which keys there are, where one does not exist. Pure. */
export function noSuchKey(text: string): string {
  const unknown = keysOf(text).find((name) => !isKey(name)) ?? text;
  const shown = JSON.stringify(unknown.length > 60 ? `${unknown.slice(0, 60)}…` : unknown);
  const names = [...usualKeys, ...modifiers].map((name) => `\`${name}\``).join(", ");
  return `must be a character of a US keyboard, one of ${names}, \`F1\` to \`F12\`, or several joined by \`+\`, not ${shown}`;
}
