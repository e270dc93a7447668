import type { Element } from "domhandler";

const overlayClasses: ReadonlySet<string> = new Set(
  "modal popup offcanvas drawer lightbox dropdown-menu slick-cloned swiper-slide-duplicate".split(" "),
);

/** A dialog or a slide's copy that says it is hidden. `aria-hidden` alone says nothing about what people see. */
const isNamedOverlay = ({ attribs }: Element): boolean =>
  /^(?:alert)?dialog$/.test(attribs["role"] ?? "") ||
  attribs["class"]?.split(/\s+/).some((token) => overlayClasses.has(token)) === true;

/** True for what lies over a page once something opens it, and is closed: a dialog, a popover, a window that says it is hidden. */
export function isClosedOverlay(element: Element): boolean {
  const { name, attribs } = element;
  if (name === "dialog") return attribs["open"] === undefined;
  return attribs["popover"] !== undefined || (attribs["aria-hidden"] === "true" && isNamedOverlay(element));
}
