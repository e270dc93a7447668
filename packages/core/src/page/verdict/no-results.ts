import { answered, type Judgement, type VerdictFacts } from "./facts.ts";
import { here, nothing } from "./gist-words.ts";
import { consentWording } from "./interstitial-wording.ts";
import { participation } from "./login-wall.ts";
import type { PageSurvey } from "./page-survey.ts";
import { splitSentences } from "./speech.ts";
import { addressingWording, priceWording, wording } from "./wording.ts";

/** Longest text in which a list says that it is empty, and longest other sentences beside it. */
const longestReport = 120;
const maxOtherLength = 80;
/** Shorter pieces are labels, of a filter or of an order. */
const leastSentence = 35;
const maxOwnLinks = 15;
const maxProseCharacters = 1200;

/** By language: words that deny, and things that lists hold. Between them stands what was asked for. */
const denials: readonly (readonly [no: string, things: string])[] = [
  [
    "no|zero|nothing|none|(?:did|do|does|could|have|are)(?: not|n't)",
    "results?|products?|items?|match\\p{L}*|fits?|hits|listings?|jobs?|vacancies|homes|cars|properties|articles?|entries|records|offers?|events?|courses?|books?|tickets?|ads",
  ],
  [
    "kein\\p{L}{0,2}|nichts",
    "treffer|ergebniss?e?|produkte?|artikel|angebote?|stellen\\p{L}*|jobs|inserate?|anzeigen?|fahrzeuge?|wohnungen?|objekte?|veranstaltungen?|passende\\p{L}*|gefunden",
  ],
  [
    "aucune?|pas de",
    "résultats?|produits?|articles?|annonces?|offres?|biens?|véhicules?|événements?|correspond\\p{L}*",
  ],
  [
    "ning[uú]n\\p{L}{0,1}|sin|no (?:hay|se|hemos|tenemos)",
    "encontr\\p{L}*|resultados?|productos?|artículos?|anuncios?|ofertas?|vehículos?|eventos?|coincid\\p{L}*",
  ],
  [
    "nenhuma?|sem|não",
    "encontr\\p{L}*|resultados?|produtos?|itens|anúncios?|vagas?|ofertas?|imóve\\p{L}+|eventos?|correspond\\p{L}*",
  ],
  [
    "nessun\\p{L}{0,1}|non",
    "trovat\\p{L}*|risultat[oi]|prodott[oi]|articol[oi]|annunc\\p{L}+|offert[ae]|immobil[ei]|event[oi]",
  ],
  ["geen|niets", "resultaten|producten|artikelen|vacatures|advertenties|woningen|evenementen|gevonden"],
  [
    "brak|nie (?:znaleziono|znaleźliśmy|ma)",
    "wynik\\p{L}*|produkt\\p{L}*|ofert\\p{L}*|ogłosze\\p{L}*|mieszka\\p{L}*|wydarze\\p{L}*",
  ],
  [
    "не|нет|ничего|немає|нічого",
    "найден\\p{L}*|нашл\\p{L}+|знайден\\p{L}*|результат\\p{L}*|товар\\p{L}*|объявлен\\p{L}*|ваканс\\p{L}*",
  ],
  [
    "inga|inget|ingen|ingenting|intet|ei",
    "träffar|treff\\p{L}*|resultat\\p{L}*|produkter|varer|artiklar|annonser|annoncer|boliger|bostäder|hitta\\p{L}*|fund\\p{L}*|tulo\\p{L}+|tuot\\p{L}+|osum\\p{L}+|ilmoitu\\p{L}+",
  ],
  [
    "žádn\\p{L}+|nebyl\\p{L}*|nic|nincs\\p{L}*|nem|niciun|nicio|nu",
    "výsled\\p{L}*|produkt\\p{L}*|položk\\p{L}*|inzerát\\p{L}*|nabíd\\p{L}*|nalezen\\p{L}*|találat\\p{L}*|termék\\p{L}*|hirdetés\\p{L}*|állás\\p{L}*|rezultat\\p{L}*|produs\\p{L}*|anunț\\p{L}*",
  ],
  ["δεν|κανένα|καμία", "βρέθηκ\\p{L}*|αποτέλεσμα\\p{L}*|προϊόν\\p{L}*|αγγελί\\p{L}*"],
  ["لا توجد|لا يوجد|لم (?:يتم|نعثر)", "نتائج|منتجات|إعلانات|العثور"],
  ["לא|אין", "נמצאו|תוצאות|מוצרים|מודעות"],
  ["không", "kết quả|sản phẩm|tin"],
  ["tidak", "hasil|produk|iklan|ditemukan"],
];
const noResults = new RegExp(
  [
    ...denials.map(([no, things]) => `(?<![\\p{L}\\p{N}.,])(?:0|${no}) (?:[^.!?]{0,50} )?(?:${things})(?![\\p{L}])`),
    "(?:bulunamadı|bulunmuyor|eşleşen .{0,30}yok)|0 (?:sonuç|ürün|ilan)",
    "(?:該当|条件に(?:合|一致)).{0,20}(?:ありません|見つかりません)|[:： ]0 ?件|^0 ?件",
    "(?:没有|沒有|未|暂无).{0,12}(?:结果|結果|商品|产品|數據|数据|职位|房源)",
    "(?:검색 ?결과|상품|결과|매물|공고)(?:가|이)? ?(?:없습니다|0 ?건)",
    "ไม่พบ(?:ผลลัพธ์|สินค้า|ข้อมูล|ประกาศ)|कोई .{0,20}(?:परिणाम|उत्पाद|नहीं मिल)",
  ].join("|"),
  "u",
);

/** Addresses of searches: a parameter with the words, or a part of the path that names it. */
const searchAddress =
  /[?&](?:q|query|s|search(?:[_-]?\w+)?|keywords?|term|text|such\w*|recherche|buscar?|busca|zoek\w*|szukaj)=[^&]|\/(?:search|suche?n?|recherche[rs]?|buscar?|busqueda|pesquisa|cerca|ricerca|zoek(?:en)?|szukaj|sok|sog|haku|hledat|vyhledavani|kereses|cautare|arama|results?|resultats?|resultados|risultati|ergebnisse|resultaten|wyniki)(?:[/.?]|$)/i;

/**
 * Finds lists that are empty: filters and orders to choose, the address of a search or the name of a category, and in place
 * of the list the words that nothing is in it.
 */
export function findNoResults(facts: VerdictFacts): Judgement | undefined {
  const { page, requestedUrl } = facts;
  if (page.proseCharacters > maxProseCharacters || page.ownLinks > maxOwnLinks) return undefined;
  const isFiltered = hasFilters(page);
  const isList = isFiltered || searchAddress.test(requestedUrl);
  const { headings } = page;
  const report = firstSentencesOf(page).find(
    (said) => said.length <= longestReport && (isList || ofCategory.test(said)) && isEmpty(said, page),
  );
  if (report === undefined) return undefined;
  const said = isFiltered || someFound.test(page.text) ? page.ownSentences : sentencesUpTo(report, page);
  // Goods have prices; and whoever may be written to has something to say.
  if (said.some((sentence) => priceWording.test(sentence) || sentence.includes("@"))) return undefined;
  const others = said.filter((sentence) => !headings.includes(sentence) && isElse(sentence, page));
  if (others.join("").length > maxOtherLength) return undefined;
  const other = isList ? "search" : "category";
  return {
    verdict: "soft-404",
    reason: `${answered(facts)}the ${isFiltered ? "list between the filters" : other} says "${report.slice(0, 80)}"`,
  };
}

/** A part of a catalogue, by its name: what says that it is empty needs nothing beside it that a list has. */
const ofCategory = wording(
  "\\b(?:this|the) (?:category|collection)\\b|\\bdiese\\p{L} (?:kategorie|rubrik)|cette (?:catégorie|rubrique)|esta categoría|[ne]sta categoria|questa categoria|deze (?:categorie|rubriek)|te[jn] kategorii|этой (?:категории|рубрике)|(?:цій|даній) категорії|denna kategori|denne kategori(?:en)?|tässä kategoriassa|této kategorii|tejto kategórii|ebben a kategóriában|această categorie|αυτή(?:ν)? την κατηγορία|bu kategoride|هذا القسم|هذه الفئة|קטגוריה זו|danh mục này|kategori ini",
  "このカテゴリ|(?:该|此|本|這個)(?:分类|分類|类别|類別)|이 카테고리|หมวดหมู่นี้|इस श्रेणी",
);

/** Headings, and what blocks begin with: within a text the same words are about something else. */
const firstSentencesOf = ({ sections }: PageSurvey): readonly string[] =>
  sections.flatMap(({ heading, blocks }) => [heading, ...blocks.map((block) => splitSentences(block)[0] ?? "")]);

/** Another search on the page found something. */
const someFound =
  /(?<![\d.,])[1-9][\d.,]* ?(?:results?|hits|matches|treffer|ergebnisse?|résultats?|resultados?|risultat[io]|resulta(?:a)?t(?:en)?|wynik\p{L}*|результат\p{L}*|träff\p{L}*|件|条|條|個|개)/u;

/** What a page says down to the end of the section with the report: below other headings stands what it offers instead. */
function sentencesUpTo(report: string, { sections }: PageSurvey): readonly string[] {
  const at = sections.findIndex(({ heading, blocks }) =>
    [heading, ...blocks].some((block) => block.startsWith(report)),
  );
  return sections.slice(0, at + 1).flatMap(({ heading, blocks }) => [heading, ...blocks.flatMap(splitSentences)]);
}

/** Boxes to tick, lists to choose from, buttons: more than a search has. */
const hasFilters = ({ choices, ownFields, ownButtons }: PageSurvey): boolean =>
  choices > 0 || ownFields > 1 || ownButtons > 1;

const noThings = /^\(?0\)? (\p{L}{3,30})[\p{L} ]{0,27}$/u;
/** Inflection changes the ends of words. */
const comparedLetters = 4;

/** None of the things that the page is about: `0 seconds` in a table says nothing of a list. */
function countsNone(said: string, { title, headings }: PageSurvey): boolean {
  const thing = noThings.exec(said)?.[1]?.slice(0, comparedLetters);
  return thing !== undefined && [title, ...headings].some((head) => head.includes(thing));
}

/** A list says that nothing is in it, or here. No comments leave no list empty. */
const isEmpty = (said: string, page: PageSurvey): boolean =>
  noResults.test(said) ||
  (!participation.test(said) && (countsNone(said, page) || (nothing.test(said) && here.test(said))));

const isElse = (sentence: string, page: PageSurvey): boolean =>
  sentence.trim().length >= leastSentence &&
  !isEmpty(sentence, page) &&
  !isAdvice(sentence) &&
  !consentWording.test(sentence);

/** What to try instead. */
const advice = wording(
  "\\btry\\b|filter|spelling|search|begriff|suche|orthograph|critère|recherche|criterio|búsqueda|termini|ricerca|ander\\p{L}* (?:zoek|woord|criteria)|kryteri|фильтр|запрос|kriter|条件|筛选|검색어|sökord|søgeord|søkeord|haku|vyhled|keres|căut|κριτήρι|חיפוש|tìm|cari",
);
const isAdvice = (sentence: string): boolean => advice.test(sentence) || addressingWording.test(sentence);
