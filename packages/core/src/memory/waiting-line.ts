interface Level {
  /** Numbers of entries, ascending. */
  readonly places: number[];
  /** Those before it were taken. */
  next: number;
}

/** The pending entries of a lane in the order in which they are opened: by depth, then by number. */
export interface WaitingLine {
  add(depth: number, number: number): void;
  /** Takes the first entry that still waits at its place; places that were left are dropped. */
  take(isThere: (number: number, depth: number) => boolean): number | undefined;
}

/** Makes an empty line. Adding is quick for numbers that grow, taking always; taken places are forgotten by and by. */
export function waitingLine(): WaitingLine {
  const levels = new Map<number, Level>();
  return {
    add(depth, number) {
      const level = levels.get(depth) ?? { places: [], next: 0 };
      levels.set(depth, level);
      const { places } = level;
      let at = places.length;
      while (at > level.next && (places[at - 1] ?? 0) > number) at -= 1;
      if (at === places.length) places.push(number);
      else places.splice(at, 0, number);
    },
    take(isThere) {
      for (const depth of [...levels.keys()].toSorted((one, other) => one - other)) {
        const level = levels.get(depth);
        const number = level && takeFrom(level, (candidate) => isThere(candidate, depth));
        if (number !== undefined) return number;
        levels.delete(depth);
      }
      return undefined;
    },
  };
}

function takeFrom(level: Level, isThere: (number: number) => boolean): number | undefined {
  for (let number = level.places[level.next]; number !== undefined; number = level.places[level.next]) {
    level.next += 1;
    if (isThere(number)) {
      forgetTaken(level);
      return number;
    }
  }
  return undefined;
}

/** Once half of the places were taken, so that each is moved at most once. */
function forgetTaken(level: Level): void {
  if (level.next < 1000 || level.next * 2 < level.places.length) return;
  level.places.splice(0, level.next);
  level.next = 0;
}
