import { isText, type Element } from "domhandler";
import { attribute, elementChildren } from "../element.ts";

/** What the icons in an element say: the first name that one has or, without any, a tick or a cross. */
export const iconWord = (cell: Element): string => nameIn(cell) || signIn(cell);

/** The first name in an element, apart from those of tools. */
function nameIn(parent: Element): string {
  for (const child of elementChildren(parent)) {
    if (child.name === "title") return textIn(child);
    if (!iconNames.test(child.name)) continue;
    const name = attribute(child, "aria-label") || attribute(child, "title") || nameIn(child);
    if (name !== "") return name;
  }
  return "";
}

const iconNames = /^(?:i|em|b|span|svg|div|p|mat-icon)$/;

/** The sign that the first icon draws, as its class, its text in a font of icons, or the drawing that it uses says. */
function signIn(parent: Element): string {
  for (const child of elementChildren(parent)) {
    if (!iconNames.test(child.name) && child.name !== "use") continue;
    const names = `${attribute(child, "class")} ${attribute(child, "href") || attribute(child, "xlink:href")} ${textIn(child)}`;
    const sign = yes.test(names) ? "✓" : no.test(names) ? "✗" : signIn(child);
    if (sign !== "") return sign;
  }
  return "";
}

const around =
  "(?:[-_](?:alt|bold|box|circle|color|fill|filled|icon|large|lg|line|mark|o|outline|rounded|small|sm|solid|square|thin|\\d+))*";
const sign = (words: string): RegExp => new RegExp(`(?:^|[\\s_#-])(?:${words})${around}(?:\\s|$)`, "i");
const yes = sign("check|checkmark|tick|done|ok|yes");
const no = sign("times|xmark|(?<=[-_#])x|cross|close|clear|cancel|remove|no");

const textIn = ({ children }: Element): string => children.map((text) => (isText(text) ? text.data : "")).join("");
