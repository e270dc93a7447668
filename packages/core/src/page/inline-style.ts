/** The declarations of a `style` attribute or of a rule: lower-case property to value, without `!important`. */
export type Declarations = ReadonlyMap<string, string>;

const longestStyle = 4_000;

/** Reads declarations (CSS Syntax 3 §9.2, without nested blocks). Later ones win, as in CSS. */
export function parseDeclarations(source: string): Declarations {
  const declarations = new Map<string, string>();
  for (const part of source.slice(0, longestStyle).toLowerCase().split(";")) {
    const colon = part.indexOf(":");
    if (colon <= 0) continue;
    const value = part.slice(colon + 1).replace("!important", "");
    declarations.set(part.slice(0, colon).trim(), value.trim());
  }
  return declarations;
}

const isNothing = (length: string | undefined): boolean =>
  length !== undefined && /^[+-]?0*\.?0*(?:px|em|rem|%|pt|vh|vw)?$/.test(length) && /0/.test(length);

const isTiny = (length: string | undefined): boolean =>
  isNothing(length) || (length !== undefined && /^(?:0?\.\d+|1)(?:px|pt)$/.test(length));

const isFarAway = (length: string | undefined): boolean => {
  const match = /^-(\d+(?:\.\d+)?)(px|em|rem|%|vw|vh)?$/.exec(length ?? "");
  if (match === null) return false;
  const amount = Number(match[1]);
  return match[2] === "px" || match[2] === undefined ? amount >= 500 : amount >= 100;
};

/** Whether the declarations alone keep an element out of sight, whatever its text: not laid out, or not painted. */
export function hidesOutright(style: Declarations): boolean {
  return style.get("display") === "none" || ["hidden", "collapse"].includes(style.get("visibility") ?? "");
}

/** Whether the declarations make the element see-through. */
export function isTransparent(style: Declarations): boolean {
  return isNothing(style.get("opacity")) || /opacity\(0%?\)/.test(style.get("filter") ?? "");
}

/** Whether the declarations shrink an element to nothing, with its overflow cut off. */
export function isCutToNothing(style: Declarations): boolean {
  const cut = /hidden|clip/.test(style.get("overflow") ?? style.get("overflow-y") ?? style.get("overflow-x") ?? "");
  const flat = ["height", "max-height", "width", "max-width"].some((side) => isTiny(style.get(side)));
  return (cut && flat) || /\bscale(?:3d|x|y)?\(0[,)]/.test(style.get("transform") ?? "");
}

/** Whether the declarations clip an element away or move it out of the window, as text for screen readers is. */
export function isOutOfSight(style: Declarations): boolean {
  const placed = ["absolute", "fixed", "relative"].includes(style.get("position") ?? "");
  if (placed && ["left", "top", "right", "bottom", "inset-inline-start"].some((side) => isFarAway(style.get(side))))
    return true;
  if (/translate(?:x|y|3d)?\(-\d{3,}(?:px|vw|vh|%)?/.test(style.get("transform") ?? "") && placed) return true;
  if (/rect\((?:0|1)(?:px)?[, ]+(?:0|1)(?:px)?[, ]+(?:0|1)(?:px)?[, ]+(?:0|1)(?:px)?\)/.test(style.get("clip") ?? ""))
    return true;
  if (/inset\((?:50|100)%|circle\(0/.test(style.get("clip-path") ?? "")) return true;
  return isFarAway(style.get("text-indent")) || isFarAway(style.get("margin-left"));
}

/** Whether text directly in the element has no size or no colour; its children may set their own. */
export function isUnreadable(style: Declarations): boolean {
  const colour = style.get("color") ?? "";
  const clipped = /text/.test(style.get("background-clip") ?? style.get("-webkit-background-clip") ?? "");
  return (
    isTiny(style.get("font-size")) ||
    (!clipped && (colour === "transparent" || /^(?:rgba|hsla)\(.*[, ]0(?:\.0+)?\)$/.test(colour)))
  );
}

/** Whether the state is the first frame of an animation, which a script or a style sheet plays. */
export function isAnimated(style: Declarations): boolean {
  return [
    "transition",
    "animation",
    "will-change",
    "transform",
    "translate",
    "animation-name",
    "transition-duration",
  ].some((property) => style.has(property));
}

export type Colour = readonly [red: number, green: number, blue: number];
export const white: Colour = [255, 255, 255];

const named: Readonly<Record<string, Colour>> = {
  white,
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  black: [0, 0, 0],
};

/** Reads an opaque sRGB colour (CSS Color 4: hex, `rgb()`, a few names); undefined for anything else. */
export function parseColour(value: string | undefined): Colour | undefined {
  if (value === undefined) return undefined;
  const name = named[value];
  if (name !== undefined) return name;
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    return [channel(digits[0]), channel(digits[1]), channel(digits[2])];
  }
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:\s*[,/]\s*1(?:\.0+)?)?\s*\)$/.exec(value);
  return rgb === null ? undefined : [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])];
}

const channel = (digits: string | undefined): number => Number.parseInt(digits ?? "0", 16);

/** Whether no eye tells the two apart. */
export const looksSame = (one: Colour, other: Colour): boolean =>
  Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]) <= 24;
