import { Element, Text } from "domhandler";
import { appendChild, textContent } from "domutils";
import { elementsNamed } from "../markup/elements.ts";

/** Names of the fields in which shops let a product be chosen (WooCommerce, Magento, PrestaShop, Shopware, OpenCart, Shopify and others). */
const ofVariants = /^(?:attribute(?:_|\[)|super_attribute\[|options?\[|group\[\d|product_attribute_|variants?\[)/;

/** More choices are those of a list of countries; longer ones are no names. */
const mostChoices = 40;
const longestChoice = 60;

/** The choices of a product that a browser unfolds: as the line of them that a shop with buttons shows. */
export function adoptChoices(select: Element): void {
  if (!ofVariants.test(select.attribs["name"] ?? "")) return;
  const choices = elementsNamed(select, ["option"])
    .filter(({ attribs }) => attribs["value"] !== "" && attribs["disabled"] === undefined)
    .map((option) => textContent(option).trim().replace(/\s+/g, " "))
    .filter((choice) => choice !== "");
  if (choices.length === 0 || choices.length > mostChoices || choices.some(({ length }) => length > longestChoice))
    return;
  select.name = "span";
  select.attribs = {};
  select.children = [];
  for (const [at, choice] of choices.entries()) {
    if (at > 0) appendChild(select, new Text(", "));
    appendChild(select, new Element("span", { role: "option" }, [new Text(choice)]));
  }
}
