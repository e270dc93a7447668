import { escapeHtml } from "../html/markup.ts";

/** Deeper parts are written without their structure. */
const maxDepth = 20;

/** An instruction while it is read. */
interface Source {
  readonly text: string;
  at: number;
}

/** The parts of an equation that its field spells out, as HTML. */
type Arguments = readonly string[];

/**
 * The equation of an `EQ` field, which stores no result (ECMA-376 part 1, §17.16.5.18), on one line: `\f(1,2)` is `1/2`, and
 * `\o(\s\up9(ruby),base)`, as East Asian programs write pronunciations, a ruby.
 */
export const equationFieldHtml = (instruction: string): string =>
  readPart({ text: instruction.replace(/^\s*EQ\b|\\\*\s*(?:"[^"]*"|\w+)/gi, ""), at: 0 }, 0).trim();

/** A function of an equation with its options, up to the bracket before its arguments. */
const call = /^\\([abdfilorsx])((?:\s*\\\w+(?:\s+-?\d+)?(?:\\?[{}[\]<>|])?)*)\s*\(/i;
const maxCallLength = 200;

/** Reads up to the bracket that closes the arguments it stands in, or the end. */
function readArguments(source: Source, depth: number): Arguments {
  const separator = separatorAt(source);
  const parts: string[] = [];
  for (;;) {
    parts.push(readPart(source, depth, separator));
    const sign = source.text[source.at];
    source.at += 1;
    if (sign !== separator) return parts;
  }
}

/** Lists are separated by semicolons where commas are decimal points. */
function separatorAt({ text, at }: Source): string {
  let open = 0;
  for (let index = at; index < text.length && open >= 0; index += 1) {
    const sign = text[index];
    if (sign === "\\") index += 1;
    else if (sign === "(") open += 1;
    else if (sign === ")") open -= 1;
    else if (sign === ";" && open === 0) return ";";
  }
  return ",";
}

function readPart(source: Source, depth: number, separator?: string): string {
  let html = "";
  let open = 0;
  for (; source.at < source.text.length; source.at += 1) {
    const sign = source.text[source.at] ?? "";
    if (open === 0 && separator !== undefined && (sign === separator || sign === ")")) break;
    const [opening, name = "", options = ""] = call.exec(source.text.slice(source.at, source.at + maxCallLength)) ?? [];
    if (opening !== undefined && depth < maxDepth) {
      source.at += opening.length;
      html += written(name.toLowerCase(), options, readArguments(source, depth + 1));
      source.at -= 1;
    } else if (sign === "\\") {
      source.at += 1;
      html += escapeHtml(source.text[source.at] ?? "");
    } else {
      open += sign === "(" ? 1 : sign === ")" ? -1 : 0;
      html += escapeHtml(sign);
    }
  }
  return html;
}

function written(name: string, options: string, parts: Arguments): string {
  const [first = "", second = "", third = ""] = parts.map((part) => part.trim());
  if (name === "f") return `${bracketed(first)}/${bracketed(second)}`;
  if (name === "r") return second === "" ? `√${bracketed(first)}` : `<sup>${first}</sup>√${bracketed(second)}`;
  if (name === "s")
    return `<${/\\do/i.test(options) ? "sub" : "sup"}>${first}</${/\\do/i.test(options) ? "sub" : "sup"}>`;
  if (name === "b") return `(${first})`;
  if (name === "i")
    return `${/\\su/i.test(options) ? "∑" : /\\pr/i.test(options) ? "∏" : "∫"}<sub>${first}</sub><sup>${second}</sup>${third}`;
  if (name === "o") return struck(parts);
  return name === "d" ? " " : parts.join(", ");
}

/** Texts over one another; a raised one is the pronunciation of the other. */
function struck(parts: Arguments): string {
  const raised = parts.find((part) => /^\s*<sup>.*<\/sup>\s*$/s.test(part));
  const base = parts.filter((part) => part !== raised).join("");
  if (raised === undefined || base.trim() === "") return parts.join("");
  return `<ruby>${base}<rt>${raised.trim().slice("<sup>".length, -"</sup>".length)}</rt></ruby>`;
}

const bracketed = (part: string): string => (/^(?:[\p{L}\p{N}.,]+|\(.*\))$/su.test(part) ? part : `(${part})`);
