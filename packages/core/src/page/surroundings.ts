import type { Element } from "domhandler";

const tags: ReadonlySet<string> = new Set(["nav", "header", "footer", "aside"]);
const roles: ReadonlySet<string> = new Set(["navigation", "banner", "contentinfo", "complementary", "search"]);
const namedTags: ReadonlySet<string> = new Set(["div", "section", "ul", "table", "td"]);
const names =
  /(?:^|\s)(?:(?:site|page|main|top|bottom|global|primary|secondary)[-_]?)?(?:nav|navbar|navigation|menu|header|masthead|topbar|breadcrumbs?|footer|foot|sidebar)(?:\s|$)/i;
const longestNames = 100;

/** True if an element belongs to the site's chrome, by its tag, its role or its whole name. */
export function isAround({ name, attribs }: Element): boolean {
  const { role, id = "", class: classes = "" } = attribs;
  if (tags.has(name) || (role !== undefined && roles.has(role))) return true;
  return namedTags.has(name) && (isNamed(id) || isNamed(classes));
}

/** True if an element of the site's chrome is, or stands in, its footer. */
export const isFooter = ({ name, attribs }: Element): boolean =>
  name === "footer" ||
  attribs["role"] === "contentinfo" ||
  /\bfoot(?:er)?\b/i.test(`${attribs["id"]} ${attribs["class"]}`.slice(0, longestNames));

const isNamed = (text: string): boolean => text !== "" && text.length <= longestNames && names.test(text);
