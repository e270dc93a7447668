import { Element } from "domhandler";

const containers: ReadonlySet<string> = new Set(["html", "body", "div", "main", "section", "article"]);
const names: ReadonlySet<string> = new Set(
  (
    "root app __next __nuxt __layout ___gatsby gatsby-focus-wrapper react-root react-app reactroot app-root approot " +
    "root-app main-app q-app svelte vue-app ember-app app-container app-mount appmount mount mountnode spa spa-root auraloadingbox"
  ).split(" "),
);
const attributes = ["data-reactroot", "data-v-app", "ng-app", "ng-version"];
const tags: ReadonlySet<string> = new Set(["app-root", "ion-app", "my-app", "root-app", "flt-glass-pane"]);

/** True for elements that hold content, those of components (HTML Standard §4.13) included. */
export const isContainer = ({ name }: Pick<Element, "name">): boolean => containers.has(name) || name.includes("-");

/** True for the element of a page's main content. */
export const isMain = ({ name, attribs }: Element): boolean => name === "main" || attribs["role"] === "main";

/** Longest name that is looked at. */
const maxNameLength = 100;
const loadingName =
  /^(?:[\w-]*[-_])?(?:(?:app-?)?(?:loading|loader|spinner|preloader|splash)|\w*skeleton)(?:[-_][\w-]*)?$/;

/** True for classes and identifiers of loading screens and of the grey boxes that stand in for content, lower case. */
export const isLoadingName = (name: string): boolean => name.length <= maxNameLength && loadingName.test(name);

/** The mark of an element that declares itself unfinished (WAI-ARIA §6.6, §5.4); undefined for any other. */
export function busyMark({ name, attribs }: Element): string | undefined {
  if (attribs["aria-busy"] === "true") return `<${name} aria-busy="true">`;
  const isOfWaiting = attribs["role"] === "progressbar" && attribs["aria-valuenow"] === undefined;
  return isOfWaiting ? `<${name} role="progressbar">` : undefined;
}

/** The first class of an element that is a loading screen's or a grey box's, such as `.spinner`; undefined if it has none. */
export function loadingMark({ attribs }: Element): string | undefined {
  const names = (attribs["class"] ?? "").replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
  const name = names.split(/\s+/).find((one) => one !== "" && isLoadingName(one));
  return name === undefined ? undefined : `.${name}`;
}

/** The class of a grey box that stands in for content. Loading screens are drawn over finished pages, too. */
export function skeletonMark(element: Element): string | undefined {
  const mark = loadingMark(element);
  return mark?.includes("skeleton") === true ? mark : undefined;
}

/** The name of a table that has a head, and a body without rows; undefined for any other element. */
export function emptyTableName({ name, attribs, children }: Element): string | undefined {
  if (name !== "table") return undefined;
  const parts = children.filter((child) => child instanceof Element);
  const head = parts.find((part) => part.name === "thead");
  const bodies = parts.filter((part) => part.name === "tbody");
  const isEmpty = bodies.length > 0 && bodies.every((body) => !body.children.some((child) => child instanceof Element));
  const id = attribs["id"] ?? bodies[0]?.attribs["id"] ?? "";
  return isEmpty && id !== "" && head?.children.some((child) => child instanceof Element) === true
    ? `#${id}`
    : undefined;
}

/** The name by which scripts find the place of some content, such as `#results`; undefined for an element without one. */
export function placeName(element: Element): string | undefined {
  if (!isContainer(element)) return undefined;
  const { id = "" } = element.attribs;
  if (id !== "") return `#${id}`;
  if (isMain(element) || element.name.includes("-")) return `<${element.name}>`;
  return applicationRoot(element) ?? busyMark(element);
}

const fillable: ReadonlySet<string> = new Set("ul ol dl table tbody p pre h1 h2 h3 output".split(" "));
/** Attributes by which programs find what they fill: Alpine, htmx, Vue, Angular, Stimulus and others. */
const programAttribute = /^(?:x-|hx-|v-|ng-|data-|:|@)/;
/** Those that bring or repeat something, whatever stands there until then. */
const fillingAttribute = /^(?:hx-get|hx-post|x-for|x-text|x-html|v-for|v-text|v-html|ng-repeat|ng-bind|\*ngfor)$/;

/**
 * The name of an empty element that scripts may fill, such as `#grid` or `<ul x-data>`: wider than {@link placeName}, for pages
 * that have little else. Undefined for any other.
 */
export function fillableName(element: Element): string | undefined {
  const { name, attribs } = element;
  if (!isContainer(element) && !fillable.has(name)) return undefined;
  const { id = "" } = attribs;
  if (id !== "") return `#${id}`;
  const attribute = Object.keys(attribs).find((key) => programAttribute.test(key));
  return attribute === undefined ? placeName(element) : `<${name} ${attribute}>`;
}

/** The name of an element that declares that a program fills it, such as `<ul hx-get>`; undefined for any other. */
export function filledName({ name, attribs }: Element): string | undefined {
  const attribute = Object.keys(attribs).find((key) => fillingAttribute.test(key));
  if (attribute !== undefined) return `<${name} ${attribute}>`;
  return name === "turbo-frame" && attribs["src"] !== undefined ? "<turbo-frame src>" : undefined;
}

/** The name of an element that an application draws itself into, such as `#root`; undefined for any other element. */
export function applicationRoot(element: Element): string | undefined {
  if (!isContainer(element)) return undefined;
  const { name, attribs } = element;
  if (tags.has(name)) return `<${name}>`;
  const identifier = attribs["id"] ?? "";
  if (names.has(identifier.toLowerCase())) return `#${identifier}`;
  return attributes.find((attribute) => attribs[attribute] !== undefined);
}
