/** A cascade layer (CSS Cascade 5 §6.4). Rules in none are in the outermost one. */
export interface Layer {
  readonly outer: Layer | undefined;
  /** The number of layers around it. */
  readonly depth: number;
  /** Its number among all layers of the page, in the order in which they are named. */
  readonly place: number;
  readonly inside: Map<string, Layer>;
  readonly page: { layers: number };
}

export const outermostLayer = (): Layer => ({
  outer: undefined,
  depth: 0,
  place: 0,
  inside: new Map(),
  page: { layers: 0 },
});

/** Pages that people write have a tenth of it. Rules of further and deeper layers are in the one around them. */
const maxLayers = 1_000;
const deepest = 12;

/** The layers with names such as `base, theme.dark` within another; one without a name is like no other. */
export const layersNamed = (names: string, around: Layer): readonly Layer[] =>
  names.split(",").map((name) => name.split(".").reduce((layer, part) => layerIn(layer, part.trim()), around));

function layerIn(outer: Layer, name: string): Layer {
  const { inside, page } = outer;
  const before = inside.get(name);
  if (before !== undefined) return before;
  if (page.layers >= maxLayers || outer.depth >= deepest) return outer;
  const place = (page.layers += 1);
  const layer = { outer, depth: outer.depth + 1, place, inside: new Map<string, Layer>(), page };
  if (name !== "") inside.set(name, layer);
  return layer;
}

/** Orders layers as normal declarations win: the later over the earlier one, and any over those inside of it. */
export function compareLayers(one: Layer, other: Layer): number {
  let [left, right] = [outwards(one, other.depth), outwards(other, one.depth)];
  if (left === right) return other.depth - one.depth;
  while (left.outer !== undefined && right.outer !== undefined && left.outer !== right.outer)
    [left, right] = [left.outer, right.outer];
  return left.place - right.place;
}

/** The layer around one that has so many layers around it. */
function outwards(layer: Layer, depth: number): Layer {
  let around = layer;
  while (around.depth > depth && around.outer !== undefined) around = around.outer;
  return around;
}
