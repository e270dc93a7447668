import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A stretch of code that stands in two places. */
export interface Repeat {
  /** `file:line` of each. */
  readonly places: readonly [string, string];
  /** Number of lines of code that are the same, blank lines and lone brackets aside. */
  readonly lines: number;
}

/** The files to search for repeats. */
export interface Search {
  readonly patterns: readonly string[];
  readonly exclude: readonly string[];
  /** The shortest stretch that counts, in lines of code. */
  readonly fewest: number;
}

interface Line {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

/**
 * Stretches of code that stand twice, generated files and tests aside. White space, comments, imports, lone brackets and
 * the members of types count as nothing.
 */
export function repeatsIn(root: string, { patterns, exclude, fewest }: Search): readonly Repeat[] {
  const lines = globSync([...patterns], { cwd: root, exclude: [...exclude] })
    .toSorted()
    .filter((file) => !/\.(?:test|test-d|generated|d)\.ts$/.test(file))
    .flatMap((file) => codeOf(file, readFileSync(join(root, file), "utf8")));
  const seen = new Map<string, number>();
  const found: Repeat[] = [];
  for (let at = 0; at + fewest <= lines.length; at += 1) {
    const stretch = lines.slice(at, at + fewest);
    if (stretch[0]?.file !== stretch.at(-1)?.file) continue;
    const key = stretch.map(({ text }) => text).join("\n");
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, at);
      continue;
    }
    const length = sharedLines(lines, before, at);
    found.push({ places: [placeOf(lines[before]), placeOf(lines[at])], lines: length });
    at += length - 1;
  }
  return found;
}

function codeOf(file: string, source: string): readonly Line[] {
  const code = source
    .replaceAll(/^import [\s\S]*?;$/gm, blanked)
    .replaceAll(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)$/gm, blanked);
  return code
    .split("\n")
    .map((text, index) => ({ file, number: index + 1, text: text.trim().replaceAll(/\s+/g, " ") }))
    .filter(({ text }) => /\w/.test(text) && !/^readonly \w+\??: [^=]*;$/.test(text));
}

/** Keeps the numbers of the lines behind it. */
function blanked(text: string): string {
  return text.replaceAll(/[^\n]/g, "");
}

function sharedLines(lines: readonly Line[], one: number, other: number): number {
  let length = 0;
  for (;;) {
    const [a, b] = [lines[one + length], lines[other + length]];
    const goesOn = a?.file === lines[one]?.file && b?.file === lines[other]?.file && a?.text === b?.text;
    if (!goesOn || one + length >= other) return length;
    length += 1;
  }
}

function placeOf(line: Line | undefined): string {
  return `${line?.file}:${line?.number}`;
}
