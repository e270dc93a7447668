import type { ActionStage } from "./stage.ts";

/** The longest an element may take to appear. */
const elementTimeoutMs = 5_000;

/** Waits until an element matches. Fails the action when none does in time. */
export async function waitForElement(selector: string, stage: ActionStage): Promise<void> {
  const timeout = stage.patience(elementTimeoutMs);
  await stage.page.locator(selector).first().waitFor({ state: "attached", timeout });
}

/** An expression of our world for the elements that match a CSS selector, in open shadow trees too. */
export function elementsMatching(selector: string): string {
  return `((selector) => {
    const find = (tree) => [
      ...tree.querySelectorAll(selector),
      ...[...tree.querySelectorAll("*")].flatMap((element) => {
        const inner = shadowRoot.call(element);
        return inner ? find(inner) : [];
      }),
    ];
    const { get: shadowRoot } = Object.getOwnPropertyDescriptor(Element.prototype, "shadowRoot");
    return find(document);
  })(${JSON.stringify(selector)})`;
}
