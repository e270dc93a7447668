/** The largest JSON Schema that is taken. Those that people write have a tenth of it. */
export const jsonSchemaLimits = {
  /** Characters of all names and texts. */
  characters: 200_000,
  /** Objects and lists. */
  parts: 5_000,
  /** Objects and lists within each other. */
  depth: 64,
  /** Schemas in `anyOf`, `oneOf` and `allOf`, all together. */
  choices: 500,
  /** `pattern` and the names of `patternProperties`. */
  patterns: 100,
} as const;

type Limit = keyof typeof jsonSchemaLimits;

const meaning: Readonly<Record<Limit, string>> = {
  characters: "characters",
  parts: "objects and lists",
  depth: "levels of objects and lists",
  choices: "choices in `anyOf`, `oneOf` and `allOf`",
  patterns: "patterns in `pattern` and `patternProperties`",
};

const choiceKeys: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf"]);

/** The limit that a schema exceeds, in words; undefined if it exceeds none. Looks no further than the limits. Pure. */
export function excessOf(schema: object): string | undefined {
  const counts: Record<Limit, number> = { characters: 0, parts: 0, depth: 0, choices: 0, patterns: 0 };
  const open: { readonly key: string; readonly value: unknown; readonly depth: number }[] = [
    { key: "", value: schema, depth: 1 },
  ];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { key, value, depth } = place;
    counts.characters += key.length + (typeof value === "object" ? 2 : String(value).length);
    if (key === "pattern" && typeof value === "string") counts.patterns += 1;
    if (typeof value === "object" && value !== null) {
      const inner = Object.entries(value);
      counts.parts += 1;
      counts.depth = Math.max(counts.depth, depth);
      if (Array.isArray(value) && choiceKeys.has(key)) counts.choices += inner.length;
      if (key === "patternProperties") counts.patterns += inner.length;
      for (const [name, part] of inner)
        open.push({ key: Array.isArray(value) ? "" : name, value: part, depth: depth + 1 });
    }
    const excess = Object.entries(jsonSchemaLimits).find(([limit, most]) => counts[limit as Limit] > most);
    if (excess !== undefined) return `must have at most ${excess[1]} ${meaning[excess[0] as Limit]}`;
  }
  return undefined;
}
