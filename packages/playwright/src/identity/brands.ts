/** A name and version that a browser gives itself in its client hints. */
export interface Brand {
  readonly brand: string;
  readonly version: string;
}

const greaseMarks = [" ", "(", ":", "-", ".", "/", ")", ";", "=", "?", "_"] as const;
const greaseVersions = ["8", "99", "24"] as const;

/** Places of the made-up name, of Chromium, and of a product built on it, by major version. */
const ordersOfThree = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/**
 * The brands of `Sec-CH-UA` and `navigator.userAgentData`, in the order and with the made-up name of a Chromium of this
 * version (Chromium's `user_agent_utils.cc`; UA Client Hints §6.2): a list that no browser sends would give it away. The
 * list of full versions has the same order. Pure.
 */
export function brandsOf(engineVersion: string, product?: string): { brands: Brand[]; fullVersionList: Brand[] } {
  const major = Number.parseInt(engineVersion, 10);
  const mark = (at: number) => greaseMarks[at % greaseMarks.length] ?? " ";
  const grease = { brand: `Not${mark(major)}A${mark(major + 1)}Brand`, version: greaseVersions[major % 3] ?? "99" };
  const names = ["Chromium", ...(product === undefined ? [] : [product])];
  const order: readonly number[] =
    product === undefined ? [major % 2, (major + 1) % 2] : (ordersOfThree[major % 6] ?? [0, 1, 2]);
  const inOrder = (all: readonly Brand[]) => all.map((_brand, place) => all[order.indexOf(place)] ?? grease);
  const versioned = (version: string) => names.map((brand) => ({ brand, version }));
  return {
    brands: inOrder([grease, ...versioned(String(major))]),
    fullVersionList: inOrder([{ ...grease, version: `${grease.version}.0.0.0` }, ...versioned(engineVersion)]),
  };
}
