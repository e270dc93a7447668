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
export function declaredPaid(jsonLd: readonly unknown[]): string | undefined {
  const isPaid = ownersOf(jsonLd, "isAccessibleForFree").some(
    (owner) =>
      String(owner["isAccessibleForFree"]).toLowerCase() === "false" && texts.test(String(owner["@type"] ?? "")),
  );
  return isPaid ? "it declares isAccessibleForFree: false" : undefined;
}

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
