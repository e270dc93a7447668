import { isTag, type AnyNode } from "domhandler";
import { textContent } from "domutils";
import type { PageType } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";
import { isThread } from "./thread.ts";

/** Types of schema.org that only pages of one type declare. */
const ofDocumentation: ReadonlySet<string> = new Set(["techarticle", "apireference", "softwarehelp"]);
const ofForum: ReadonlySet<string> = new Set(["discussionforumposting", "qapage"]);
const ofArticle: ReadonlySet<string> = new Set("newsarticle reportagenewsarticle recipe".split(" "));
const ofLists: ReadonlySet<string> = new Set("itemlist collectionpage searchresultspage blog".split(" "));

/** The words of a button that puts goods into the basket, in some twenty languages. */
const buying =
  /^(?:add(?: (?:it|this|item))? to (?:(?:my|your|the) )?(?:shopping )?(?:cart|basket|bag|trolley)|in den (?:warenkorb|einkaufswagen)(?: legen)?|ajouter au panier|(?:añadir|agregar) (?:al carrito|a la cesta)|aggiungi al carrello|adicionar ao carrinho|in (?:winkelwagen|winkelmand(?:je)?)|dodaj do koszyka|(?:vložit |přidat )?do košíku|(?:tedd a )?kosárba(?: teszem)?|adaugă în coș|lägg i (?:varukorgen?|kundvagnen?)|læg i kurv(?:en)?|legg i handlekurven?|lisää ostoskoriin|sepete ekle|(?:добавить )?в корзину|(?:додати )?(?:в|до) кошика?|カートに(?:入れる|追加)|加入(?:购物车|購物車)|장바구니(?:에)? 담기|أضف إلى (?:السلة|العربة)|הוסף לסל)$/iu;
const longestButton = 40;
/** So many buttons with the same surroundings are those of a list of products. */
const fewestOfList = 3;

/**
 * The type that a page declares, as only pages of that type do: by schema.org, or by a button that puts goods into the basket
 * and stands in no list of such buttons. All pages of a template declare alike, whatever they are made of. Undefined when a
 * page declares nothing.
 */
export function declaredType(profile: Profile): PageType | undefined {
  const declares = (names: ReadonlySet<string>): boolean => [...profile.signs.types].some((type) => names.has(type));
  if (declares(ofDocumentation)) return "documentation";
  if (declares(ofForum) || isThread(profile)) return "forum";
  if (sellsOne(profile)) return "product";
  return declares(ofArticle) && !declares(ofLists) ? "article" : undefined;
}

function sellsOne({ page: { blocks }, traits }: Profile): boolean {
  const alike = new Map<number, number>();
  for (const { nodes, region, measures } of blocks) {
    if (measures.buttons === 0 || !nodes.some(buys)) continue;
    const signature = traits.signature[region.index] ?? 0;
    alike.set(signature, (alike.get(signature) ?? 0) + 1);
  }
  return [...alike.values()].some((count) => count < fewestOfList);
}

function buys(node: AnyNode): boolean {
  if (!isTag(node)) return false;
  if (node.name !== "button") return node.children.some(buys);
  const text = textContent(node).trim();
  return text.length <= longestButton && buying.test(text.replace(/\s+/g, " "));
}
