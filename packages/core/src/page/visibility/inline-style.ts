/** The declarations of a `style` attribute or of a rule: lower-case property to value, without `!important`. */
export type Declarations = ReadonlyMap<string, string>;

const longestStyle = 4_000;

/** Reads declarations (CSS Syntax 3 §9.2, without nested blocks). Later ones win, as in CSS, but for important ones. */
export function parseDeclarations(source: string): Declarations {
  const { normal, important } = readDeclarations(source);
  return important.size === 0 ? normal : new Map([...normal, ...important]);
}

/** Reads declarations apart by weight. */
export function readDeclarations(source: string): { readonly normal: Declarations; readonly important: Declarations } {
  const normal = new Map<string, string>();
  const important = new Map<string, string>();
  const plain = source.slice(0, longestStyle).replace(/\/\*[^]*?(?:\*\/|$)/g, "");
  for (const part of plain.toLowerCase().split(";")) {
    const colon = part.indexOf(":");
    if (colon <= 0) continue;
    const value = part.slice(colon + 1).trim();
    const weighty = value.endsWith("important") && /!\s*important$/.test(value);
    const plainValue = weighty ? value.slice(0, value.lastIndexOf("!")).trim() : value;
    const property = part.slice(0, colon).trim();
    if (!isKnownDeclaration(property, plainValue)) continue;
    const target = weighty ? important : normal;
    if (property !== "all") target.set(property, plainValue);
    else for (const each of hidingProperties) target.set(each, plainValue);
  }
  return { normal, important };
}

/** False for a value of a property that browsers pass over. */
export const isKnownDeclaration = (property: string, value: string): boolean =>
  knownValues.get(property)?.test(value.trim()) !== false;

/** The properties that can put an element out of sight, which `all` puts back (CSS Cascade 4 §3.2). */
const hidingProperties: readonly string[] = (
  "display visibility content-visibility opacity filter mask mask-image -webkit-mask -webkit-mask-image overflow overflow-x " +
  "overflow-y height max-height width max-width scale zoom transform translate position left top right bottom inset " +
  "inset-inline-start clip clip-path text-indent margin-left margin-top font font-size color -webkit-text-fill-color " +
  "background background-color background-image background-clip -webkit-background-clip"
).split(" ");

/** The values that browsers know for properties that hide: they pass over others (CSS Syntax 3 §2.2). */
const knownValues: ReadonlyMap<string, RegExp> = new Map([
  [
    "display",
    /^(?:none|contents|(?:(?:block|inline|run-in|flow|flow-root|flex|grid|table|ruby|math|list-item)(?: |$)){1,3}|(?:inline-|-webkit-(?:inline-)?)(?:block|flex|grid|table|box)|(?:table|ruby)-[a-z-]+|initial|inherit|unset|revert|revert-layer|.*\b(?:var|env|attr|if)\(.*)$/,
  ],
  ["visibility", /^(?:visible|hidden|collapse|initial|inherit|unset|revert|revert-layer|.*\b(?:var|env|attr|if)\(.*)$/],
  ["all", /^(?:initial|inherit|unset|revert|revert-layer)$/],
]);

const isNothing = (length: string | undefined): boolean =>
  length !== undefined && /^[+-]?0*(?:\.0*)?(?:px|em|rem|%|pt|vh|vw)?$/.test(length) && /0/.test(length);

export const isTiny = (length: string | undefined): boolean =>
  isNothing(length) || (length !== undefined && /^(?:0?\.\d+|1)(?:px|pt)$/.test(length));

const isTinyFont = (size: string | undefined): boolean =>
  isTiny(size) || (size !== undefined && /^(?:2px|0?\.[01]\d*r?em|\d(?:\.\d+)?%)$/.test(size));

const isFarAway = (length: string | undefined): boolean => {
  const match = /^-(\d+(?:\.\d+)?)(px|em|rem|%|vw|vh)?$/.exec(length ?? "");
  if (match === null) return false;
  const amount = Number(match[1]);
  return match[2] === "px" || match[2] === undefined ? amount >= 500 : amount >= 100;
};

/** True if the declarations put an element and its content out of sight, other than for the start of an animation. */
export function putsOutOfSight(style: Declarations): boolean {
  return (
    hidesOutright(style) || isCutToNothing(style) || isOutOfSight(style) || (isTransparent(style) && !isAnimated(style))
  );
}

/** True if the declarations alone keep an element out of sight, whatever its text: not laid out, or not painted. */
function hidesOutright(style: Declarations): boolean {
  return (
    style.get("display") === "none" ||
    style.get("content-visibility") === "hidden" ||
    ["hidden", "collapse"].includes(style.get("visibility") ?? "")
  );
}

/** True if an element is laid out but not painted, which elements inside of it may be all the same. */
export function isOnlyUnpainted(style: Declarations): boolean {
  return style.get("display") !== "none" && ["hidden", "collapse"].includes(style.get("visibility") ?? "");
}

/** Properties that leave an element in its place, unpainted. */
const unpainting: ReadonlySet<string> = new Set(["visibility", "opacity", "filter"]);

/** True if declarations put an element out of sight and would not, were it painted. */
export const isOnlyFaded = (style: Declarations): boolean =>
  putsOutOfSight(style) && !putsOutOfSight(new Map([...style].filter(([property]) => !unpainting.has(property))));

/** True if the declarations make the element see-through. */
function isTransparent(style: Declarations): boolean {
  return (
    /^(?:0*\.0[0-4]\d*|0+(?:\.0*)?%?|\.0+)$/.test(style.get("opacity") ?? "") ||
    /opacity\(0%?\)/.test(style.get("filter") ?? "") ||
    isMaskedAway(style)
  );
}

/** True if a mask lets nothing through: a gradient of transparent colours only (CSS Masking 1 §7.1). */
function isMaskedAway(style: Declarations): boolean {
  const mask =
    style.get("mask") ?? style.get("mask-image") ?? style.get("-webkit-mask") ?? style.get("-webkit-mask-image");
  return mask !== undefined && clearGradient.test(mask);
}

const clearGradient =
  /^(?:linear|radial|conic)-gradient\((?:(?:to [a-z ]+|-?[\d.]+deg|circle|ellipse)\s*,)?(?:\s*(?:transparent|#0000|#00000000|rgba\(\s*0[, ]+0[, ]+0[,/ ]+0(?:\.0+)?%?\s*\))[\d.% ]*,?)+\)/;

/** True if the declarations shrink an element to nothing, with its overflow cut off. */
function isCutToNothing(style: Declarations): boolean {
  const cut = /hidden|clip/.test(style.get("overflow") ?? style.get("overflow-y") ?? style.get("overflow-x") ?? "");
  const flat = hasOne(style, ["height", "max-height", "width", "max-width"], isTiny);
  if ((cut && flat) || /^0(?:\.0+)?%?(?: |$)/.test(style.get("scale") ?? "") || isNothing(style.get("zoom")))
    return true;
  return /\bscale(?:3d|x|y)?\(0[,)]|\brotate[xy]\(-?90deg\)/.test(style.get("transform") ?? "");
}

/** True if the declarations clip an element away or move it out of the window, as text for screen readers is. */
function isOutOfSight(style: Declarations): boolean {
  const placed = ["absolute", "fixed", "relative"].includes(style.get("position") ?? "");
  if (placed && hasOne(style, ["left", "top", "right", "bottom", "inset-inline-start"], isFarAway)) return true;
  if (placed && style.get("inset")?.split(/\s+/).some(isFarAway) === true) return true;
  if (isFarAway(/^\S+/.exec(style.get("translate") ?? "")?.[0])) return true;
  if (placed && /^[5-9]\d{3}px$|^\d{5,}px$/.test(style.get("left") ?? "")) return true;
  const moved = style.get("transform") ?? "";
  if (/translate(?:x|y|3d)?\(-\d{4,}px/.test(moved)) return true;
  if (placed && /translate(?:x|y|3d)?\(-\d{3,}(?:px|vw|vh|%)?/.test(moved)) return true;
  if (/rect\((?:0|1)(?:px)?[, ]+(?:0|1)(?:px)?[, ]+(?:0|1)(?:px)?[, ]+(?:0|1)(?:px)?\)/.test(style.get("clip") ?? ""))
    return true;
  if (/inset\((?:50|100)%|circle\(0|polygon\((?:\s*0(?:px|%)?\s+0(?:px|%)?\s*,?)+\)/.test(style.get("clip-path") ?? ""))
    return true;
  return hasOne(style, ["text-indent", "margin-left", "margin-top"], isFarAway);
}

/** True if the value of one of some properties passes a test. */
function hasOne(
  style: Declarations,
  properties: readonly string[],
  passes: (value: string | undefined) => boolean,
): boolean {
  for (const property of properties) if (passes(style.get(property))) return true;
  return false;
}

/** True if text directly in the element has no size or no colour; its children may set their own. */
export function isUnreadable(style: Declarations): boolean {
  const colour = style.get("-webkit-text-fill-color") ?? style.get("color") ?? "";
  const clipped = /text/.test(style.get("background-clip") ?? style.get("-webkit-background-clip") ?? "");
  return (
    isTinyFont(style.get("font-size") ?? /^(?:[\w-]+ )*?(0(?:px)?)(?:\/| )/.exec(style.get("font") ?? "")?.[1]) ||
    (!clipped && /^(?:transparent|(?:rgba|hsla)\(.*[, ]0(?:\.0+)?\)|#(?:[\da-f]{3}0|[\da-f]{6}00))$/.test(colour))
  );
}

/** True if the declarations give text the colour of its ground. */
export function paintsOnItself(style: Declarations): boolean {
  const ink = parseColour(style.get("color"));
  const ground = parseColour(style.get("background-color") ?? style.get("background"));
  return ink !== undefined && ground !== undefined && looksSame(ink, ground);
}

/** True if the state is the first frame of an animation, which a script or a style sheet plays. */
function isAnimated(style: Declarations): boolean {
  return hasOne(style, animating, (value) => value !== undefined);
}

const animating = [
  "transition",
  "animation",
  "will-change",
  "transform",
  "translate",
  "animation-name",
  "transition-duration",
];

/** A colour in sRGB, each part from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];
export const white: Colour = [255, 255, 255];

const named: Readonly<Record<string, Colour>> = {
  white,
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  black: [0, 0, 0],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  silver: [192, 192, 192],
  red: [255, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  whitesmoke: [245, 245, 245],
  lightgray: [211, 211, 211],
  lightgrey: [211, 211, 211],
};

/** Reads an opaque sRGB colour (CSS Color 4: hex, `rgb()`, greys in `hsl()`, a few names); undefined for anything else. */
export function parseColour(value: string | undefined): Colour | undefined {
  if (value === undefined) return undefined;
  const name = named[value];
  if (name !== undefined) return name;
  const hex = /^#(?:([\da-f]{3})f?|([\da-f]{6})(?:ff)?)$/
    .exec(value)
    ?.slice(1)
    .find((digits) => digits !== undefined);
  if (hex !== undefined) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    return [channel(digits[0]), channel(digits[1]), channel(digits[2])];
  }
  const rgb = /^rgba?\(\s*(\d+%?)[\s,]+(\d+%?)[\s,]+(\d+%?)(?:\s*[,/]\s*(?:1(?:\.0+)?|100%))?\s*\)$/.exec(value);
  if (rgb !== null) return [amount(rgb[1]), amount(rgb[2]), amount(rgb[3])];
  const lightness =
    /^hsla?\(\s*[\d.]+(?:deg)?[\s,]+(?:0%[\s,]+(\d+)%|[\d.]+%[\s,]+(100|0)%)(?:\s*[,/]\s*(?:1(?:\.0+)?|100%))?\s*\)$/.exec(
      value,
    );
  if (lightness === null) return undefined;
  const grey = Math.round(Number(lightness[1] ?? lightness[2]) * 2.55);
  return [grey, grey, grey];
}

const amount = (value = "0"): number => (value.endsWith("%") ? Number(value.slice(0, -1)) * 2.55 : Number(value));

const channel = (digits: string | undefined): number => Number.parseInt(digits ?? "0", 16);

/** True if no eye tells the two apart. */
export const looksSame = (one: Colour, other: Colour): boolean =>
  Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]) <= 24;
