/** The parts of the page that it declares as paid, by schema.org's `cssSelector`: classes and identifiers. */
export function paidSelectors(jsonLd: readonly unknown[]): readonly string[] {
  if (declaredPaid(jsonLd) === undefined) return [];
  const selectors = findAll(jsonLd, "cssSelector").flatMap((selector) =>
    typeof selector === "string" ? selector.split(",") : [],
  );
  return selectors.map((selector) => selector.trim()).filter((selector) => /^[.#][\w-]+$/.test(selector));
}

/** Types of texts to read. Museums, concerts, courses and goods also declare that they cost money. */
const texts = /^$|article|posting|page|creativework|report|review|analysis|news|story|chapter|recipe|howto/i;

/** A page's declaration that it is paid, in words; undefined without one. */
export const declaredPaid = (jsonLd: readonly unknown[]): string | undefined =>
  declares(jsonLd, "false") ? "it declares isAccessibleForFree: false" : undefined;

/** True for a page that declares its text, and no part of it, as free. */
export const isDeclaredFree = (jsonLd: readonly unknown[]): boolean =>
  declares(jsonLd, "true") && !declares(jsonLd, "false");

const declares = (jsonLd: readonly unknown[], value: string): boolean =>
  ownersOf(jsonLd, "isAccessibleForFree").some(
    (owner) => String(owner["isAccessibleForFree"]).toLowerCase() === value && texts.test(String(owner["@type"] ?? "")),
  );

const maxVisited = 5000;

/** Every value of a key, however deep, in the first few thousand objects. */
export const findAll = (blocks: readonly unknown[], key: string): readonly unknown[] =>
  ownersOf(blocks, key).map((owner) => owner[key]);

function ownersOf(blocks: readonly unknown[], key: string): readonly Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  const open: unknown[] = [...blocks];
  for (let visited = 0; visited < maxVisited && open.length > 0; visited += 1) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    const owner: Readonly<Record<string, unknown>> = { ...value };
    if (Object.hasOwn(owner, key)) found.push(owner);
    for (const [name, child] of Object.entries(owner)) if (name !== key && typeof child === "object") open.push(child);
  }
  return found;
}
