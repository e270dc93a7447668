/**
 * Number of instructions RE2 needs for a pattern at most, without compiling it: one for every character, class and choice,
 * times how often the groups around them are counted out (`{1000}`); and what reading its large classes takes beside, in
 * the time of instructions. What is not a pattern gets some number. Linear; pure.
 */
export function patternSize(source: string): number {
  return programSize(source) + readingSize(source);
}

/** Reading a class of Unicode (`\p{L}`) once, and a long range whatever its case, takes as long as so many instructions. */
const unicodeClass = 30;
const foldedRange = 200;

function readingSize(source: string): number {
  const classes = source.match(/\\p/gi)?.length ?? 0;
  if (!/\(\?[a-z]*i/i.test(source)) return classes * unicodeClass;
  const ranges = source.match(/[^\0-\u00FF]-|-[^\0-\u00FF]|-\\[ux]|\}-/gi)?.length ?? 0;
  return classes * unicodeClass + ranges * foldedRange;
}

function programSize(source: string): number {
  // The sizes of the open groups, and of what stands last in each, which a quantifier repeats.
  const open: { size: number; last: number }[] = [];
  let group = { size: 1, last: 0 };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    if (sign === "(") {
      const flags = /^\(\?(?:P?<\w{0,99}>|[a-z-]{0,9}:?)/i.exec(source.slice(at, at + 120))?.[0] ?? "(";
      open.push(group);
      group = { size: flags.endsWith(":") ? 0 : 2, last: 0 };
      at += flags.length - 1;
    } else if (sign === ")") {
      const { size } = group;
      group = open.pop() ?? { size: 1, last: 0 };
      group.size += size;
      group.last = size;
    } else if (sign === "{") {
      const counted = readCount(source, at);
      if (counted === undefined) grow(group, 1);
      else {
        const { least, most, end } = counted;
        const size = group.last * Math.max(1, most) + (most - least);
        group.size += size - group.last + 1;
        group.last = size;
        at = end;
      }
    } else if (sign === "[") {
      at = endOfClass(source, at);
      grow(group, 1);
    } else {
      if (sign === "\\") at += 1;
      grow(group, 1);
    }
  }
  return open.reduce((sum, { size }) => sum + size, group.size);
}

function grow(group: { size: number; last: number }, size: number): void {
  group.size += size;
  group.last = size;
}

interface Count {
  readonly least: number;
  readonly most: number;
  /** The place of its end. */
  readonly end: number;
}

function readCount(source: string, at: number): Count | undefined {
  const count = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/.exec(source.slice(at, at + 24));
  if (count === null) return undefined;
  const [whole, least = "0", most] = count;
  return { least: Number(least), most: Math.max(Number(least), Number(most ?? 0)), end: at + whole.length - 1 };
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source.charAt(at) === "\\") at += 1;
    else if (source.charAt(at) === "]") return at;
  }
  return source.length;
}
