/** A number as a list writes it (ECMA-376 part 1, §17.18.59): letters, Roman numerals, Chinese ones to 99, else digits. */
export function numeral(number: number, format: string): string {
  if (number < 1 || number > 3999) return String(number);
  if (format === "lowerLetter") return letters(number);
  if (format === "upperLetter") return letters(number).toUpperCase();
  if (format === "lowerRoman") return roman(number);
  if (format === "upperRoman") return roman(number).toUpperCase();
  if (number < 100 && /^(?:chineseCounting|taiwaneseCounting|japaneseCounting)(?:Thousand)?$/.test(format))
    return han(number);
  return format === "decimalZero" ? String(number).padStart(2, "0") : String(number);
}

/** 十 is 10, 十二 is 12, 三十 is 30. */
function han(number: number): string {
  const [tens, units] = [Math.floor(number / 10), number % 10];
  const signs = "一二三四五六七八九";
  return `${tens > 1 ? signs[tens - 1] : ""}${tens > 0 ? "十" : ""}${signs[units - 1] ?? ""}`;
}

/** After `z` comes `aa`, after `zz` comes `aaa`. */
const letters = (number: number): string =>
  String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));

const romans: readonly (readonly [value: number, sign: string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(number: number): string {
  let left = number;
  return romans
    .map(([value, sign]) => {
      const times = Math.floor(left / value);
      left -= times * value;
      return sign.repeat(times);
    })
    .join("");
}

const digitValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The value of a Roman numeral up to 399, in either case; other letters count nothing. */
export function romanValue(numeral: string): number {
  const values = [...numeral.toLowerCase()].map((digit) => digitValues[digit] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
