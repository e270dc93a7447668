import type { Element } from "domhandler";
import { textContent } from "domutils";

/** The words of a button that puts goods into the basket, in some twenty languages. */
const basket =
  /^(?:add(?: (?:it|this|item))? to (?:(?:my|your|the) )?(?:shopping )?(?:cart|basket|bag|trolley)|in den (?:warenkorb|einkaufswagen)(?: legen)?|ajouter au panier|(?:añadir|agregar) (?:al carrito|a la cesta)|aggiungi al carrello|adicionar ao carrinho|in (?:winkelwagen|winkelmand(?:je)?)|(?:dodaj )?do koszyka|(?:vložit |přidat )?do košíku|(?:tedd a )?kosárba(?: teszem)?|adaugă în coș|lägg (?:till )?i (?:varukorg(?:en)?|kundvagn(?:en)?)|læg i kurv(?:en)?|legg i handlekurv(?:en)?|lisää ostoskoriin|sepete ekle|(?:добавить )?в корзину|(?:додати )?(?:в|до) кошика?|カートに(?:入れる|追加)|加入(?:购物车|購物車)|장바구니(?:에)? 담기|أضف إلى (?:السلة|العربة)|הוסף לסל)$/iu;

/** The words of one that buys at once. As those of a link they lead to an offer, or to a part of the site. */
const atOnce = new RegExp(
  `^(?:${[
    "buy(?: it)? now|(?:jetzt|sofort) kaufen|acheter(?: maintenant)?|comprar(?: ahora| já| agora)?|(?:acquista|compra)(?: ora| subito)?|(?:nu )?kopen|koop nu|kup(?: teraz| i zapłać)?",
    "koupit(?: nyní)?|kúpiť(?: teraz)?|(?:meg)?veszem|vásárlás|cumpără(?: acum)?|kupi(?:ti)?(?: (?:sada|zdaj|odmah))?|köp(?: nu)?|køb(?: nu)?|kjøp(?: nå)?|osta(?: nyt)?|αγορά(?: τώρα)?",
    "(?:hemen )?satın al|(?:купить|купити)(?: (?:сейчас|сразу|зараз|в 1 клик|в один клик))?|beli (?:sekarang|langsung)|mua (?:ngay|hàng)|ซื้อ(?:เลย|ทันที|สินค้า)|अभी खरीदें",
    "(?:今すぐ)?(?:購入|買う)(?:する)?|ご購入手続きへ|(?:立即|马上|现在|立刻)(?:购买|下单)|(?:立即|馬上|現在|直接)(?:購買|下單)|(?:바로 ?)?구매(?:하기)?|اشتر(?:ي)? الآن|קנה עכשיו|קנייה",
  ].join("|")})$`,
  "iu",
);
const longestButton = 40;

/** True for the words of a button or a link that puts goods into the basket. */
export const fillsBasket = (words: string): boolean => matches(words, basket);

/** True for the words of a button that puts goods into the basket, or that buys them at once. */
export const buys = (words: string): boolean => matches(words, basket) || matches(words, atOnce);

/** Tells the words of a button. */
export type Wording = (words: string) => boolean;

const buttonTypes: ReadonlySet<string> = new Set(["submit", "button"]);

/** True for a button with such words, or a link that puts goods into the basket. */
export function isBuyButton(element: Element, says: Wording = buys): boolean {
  const { name, attribs } = element;
  if (name === "input") return buttonTypes.has(attribs["type"] ?? "") && says(attribs["value"] ?? "");
  if (name === "button") return says(textContent(element));
  return name === "a" && fillsBasket(textContent(element));
}

/** What icon fonts write into a button: a character of their own, or the name of the picture. */
const icon = /\p{Co}|(?<!\p{L})(?:add_)?shopping_(?:cart|bag|basket)/gu;

function matches(words: string, wording: RegExp): boolean {
  const text = words.replace(icon, " ").trim();
  return text.length <= longestButton && wording.test(text.replace(/\s+/g, " "));
}

/** Words in the names of what holds the choices of a product. */
export const choiceNames: ReadonlySet<string> = new Set(
  "variant variants variation variations swatch swatches configurator attribute attributes product-option product-options".split(
    " ",
  ),
);
