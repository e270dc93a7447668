import type { Element } from "domhandler";

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

/** The name of an element that an application draws itself into, such as `#root`; undefined for any other element. */
export function applicationRoot(element: Element): string | undefined {
  if (!isContainer(element)) return undefined;
  const { name, attribs } = element;
  if (tags.has(name)) return `<${name}>`;
  const identifier = attribs["id"] ?? "";
  if (names.has(identifier.toLowerCase())) return `#${identifier}`;
  return attributes.find((attribute) => attribs[attribute] !== undefined);
}
