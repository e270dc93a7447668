/** What lies over a page once something has opened it. */
const overlays = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover]';

/** An expression of our world: the function that finds what lies open over a document now, also in open shadow trees. */
const findOpen = `(() => {
  const { get: shadowRoot } = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot");
  const isOpen = (element) => Element.prototype.checkVisibility.call(element, { visibilityProperty: true, opacityProperty: true });
  const find = (tree) => [
    ...[...tree.querySelectorAll(${JSON.stringify(overlays)})].filter(isOpen),
    ...[...tree.querySelectorAll("*")].flatMap((element) => {
      const inner = shadowRoot.call(element);
      return inner ? find(inner) : [];
    }),
  ];
  return find(document);
})()`;

/** Remembers what lies open over the document before actions begin. */
export const noteOpen = `void (own.openBefore = new WeakSet(${findOpen}))`;

/** An expression of our world: what lies open now and did not before actions began. */
export const openedByActions = `(own.openBefore === undefined ? [] : ${findOpen}.filter((element) => !own.openBefore.has(element)))`;

/** The attribute by which the engine knows what actions have opened. */
export const openedMark = "data-opened-by-actions";
