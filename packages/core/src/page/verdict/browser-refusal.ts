import { isNamedByAddress } from "./address-words.ts";
import { pathOf, type VerdictFacts } from "./facts.ts";
import { stems } from "./gist-words.ts";
import { bareCookie, consentChoice } from "./interstitial-wording.ts";
import { isAboutPrivacy } from "./interstitial.ts";
import { sizeOf } from "./speech.ts";
import { explains } from "./wording.ts";

const limits = { proseCharacters: 400, links: 12 };
const minShare = 0.3;

const browser = stems(
  "browser|przegląda|navigateur|navegador|браузер|браузър|прегледач|brskalnik|preglednik|pregledač|naršykl|pārlūk|brauser|webbläsare|nettleser|selain|tarayıcı|prohlížeč|prehliadač|böngésző|πρόγραμμα περιήγησης|متصفح|דפדפן|trình duyệt|peramban|internet explorer",
  "ブラウザ|浏览器|瀏覽器|브라우저|เบราว์เซอร์|ब्राउज़र",
);
const outdated = stems(
  "(?:too|very|quite|rather) old\\b|outdated|out[- ]of[- ]date|(?:no longer|not|\\p{L}+n't) (?:be )?(?:support|compatible)|unsupported|obsolete|upgrade|update|newer|(?:recent|modern|current|different) (?:version|browser|one)|veraltet|nicht (?:mehr )?unterstütz|zu alt\\b|aktuelle[nr]? (?:version|browser)|aktualisier|obsolète|dépassé|trop (?:ancien|vieux)|(?:pas|plus) (?:\\p{L}+ )?(?:pris en charge|compatible|support)|mett\\p{L}+ à jour|mis à jour|obsolet|desactualizad|(?:muy|demasiado|muito) antig|no (?:es |está )?(?:compatible|soportad)|actualic|actualiza|desatualizad|atualiz|não (?:é )?(?:mais )?(?:compatível|suportad)|(?:troppo|molto) vecchi|non (?:è )?(?:più )?(?:support|compatibil)|aggiorna|verouderd|te oud\\b|niet (?:meer )?ondersteun|bijwerk|nieuwere|przestarzał|zbyt star|nieaktualn|nieobsługiwan|zaktualizuj|устарел|обновите|не поддержива|застаріл|оновіть|föräldrad|för gammal|stöds (?:inte|ej)|uppdatera|forældet|for gammel|utdatert|understøttes ikke|støttes ikke|opdater|oppdater|vanhentunut|liian vanha|ei (?:enää )?tueta|päivitä|zastaral|není (?:již )?podporov|(?:ne|nie je )podporuj|aktualizujte|elavult|túl régi|frissíts|nem támogat|învechit|prea vechi|actualizați|παλιό|παρωχημέν|αναβαθμίσ|ενημερώσ|δεν υποστηρίζεται|eski\\b|güncelle|desteklenm|قديم|تحديث|غير مدعوم|מיושן|אינו נתמך|עדכנ|(?:ni(?:so)?|nije|није) (?:več |više |више )?(?:podprt|podržan|подржан)|zastarel|zastarjel|застаре|nepodprt|nepodržan|novejš|noviju?\\b|новиј|posodobi|ažurira|ажурира|не се поддържа|неподдържан|nepalaikom|pasenus|atnaujin|neatbalst|novecojus|atjaunin|ei toeta|vananenud|uuenda|lỗi thời|quá cũ|cập nhật|không được hỗ trợ|usang|perbarui|tidak didukung",
  "古い|対応していません|サポートされて(?:いません|おりません)|サポート対象外|最新|过低|过旧|過舊|太旧|升级|不支持|不受支持|오래된|지원하지 않|지원되지 않|업데이트|เก่าเกินไป|อัปเดต|पुराना|अपडेट",
);
const switching = stems(
  "enabl|turn(?:ed)? (?:on|off|them)|switch(?:ed)? (?:on|off|them)|activat|disabled|blocked|\\p{L}+n't accept|not accept|reject|accepts?\\b|aktivier|einschalt|ausgeschaltet|deaktiv|zulassen|activ|désactiv|habilit|deshabil|desativ|attiv|disattiv|abilit|inschakel|uitgeschakeld|włącz|wyłącz|включ|отключ|выключ|увімкн|вимкн|aktiver|slå\\b|ota\\b.{0,30}käyttöön|salli\\b|povol|zapn|vypnut|zakáz|engedélyez|letilt|kapcsol|ενεργοποι|etkinleştir|kapalı|devre dışı|تفعيل|تمكين|הפעל|מושבת|bật\\b|tắt\\b|aktifkan|nonaktif",
  "有効|無効|启用|啟用|禁用|开启|활성|허용|차단|เปิดใช้|ปิด|सक्षम|अक्षम",
);
const cookie = new RegExp(bareCookie.source, "u");

const isOld = (sentence: string): boolean => browser.test(sentence) && outdated.test(sentence);
const isCookieless = (sentence: string): boolean => cookie.test(sentence) && switching.test(sentence);

/** Names of browsers, each once. */
const browserNames =
  /chrom(?:e|ium)|クローム|firefox|safari|\bedge\b|\bopera\b|internet explorer|\bie ?\d|vivaldi|brave browser|samsung internet|яндекс/g;
const fewestNames = 3;
/** Where browsers are to be had. Stores of their extensions are other addresses. */
const downloads =
  /\b(?:browsehappy\.com|updatemybrowser\.org|browser-update\.org|outdatedbrowser\.com|whatbrowser\.org|abrowser\.|getfirefox\.com|firefox\.com)|google\.[a-z.]{2,6}\/(?:intl\/[\w-]+\/)?chrome(?![\w/]*webstore)|mozilla\.org\/(?:[\w-]+\/)?(?:firefox|products)|microsoft\.com\/(?:[\w-]+\/)?(?:edge|windows\/microsoft-edge)|apple\.com\/(?:\w+\/)?safari|opera\.com\/?(?:download|\s|$)/;
/** Addresses of pages that have the names of browsers to tell, compare or hand out. */
const ofBrowsers =
  /browser|download|compar|\bvs\b|versus|requirement|support|help|faq|system|technical|install|extension|add-?on|plugin|privacy|cookie|stat|release|changelog|news|blog|prohli|brskal|pregled|navega|navigat|hilfe|ayuda|ajuda|aide|aiuto|pomoc|voraussetz|anforderung/;

/**
 * What a page says that shows nothing to the visitor's browser, because it is too old or keeps no cookies. A page about
 * browsers is asked for by their name, or says more.
 */
export function browserRefusal(facts: VerdictFacts): string | undefined {
  const { page, requestedUrl } = facts;
  if (page.proseCharacters > limits.proseCharacters || page.ownLinks > limits.links) return undefined;
  if (page.fields > 1 || page.writings > 0 || page.emptyRoot !== undefined) return undefined;
  const said =
    refusalIn(facts, isOld) ?? namedBrowsers(facts) ?? (isAboutPrivacy(requestedUrl) ? undefined : cookieDemand(facts));
  if (said === undefined || explains(page) || isNamedByAddress(facts)) return undefined;
  return `the page says little but "${said.trim().slice(0, 100)}"`;
}

/** Most links of a page that has nothing of its site around the message. */
const bareLinks = 2;

/**
 * Names of three browsers and more, in any language, on a page that says nothing else: with a way to get them, with a word
 * that one is too old, or with nothing of the site around them under an address that names something else.
 */
function namedBrowsers(facts: VerdictFacts): string | undefined {
  const { page, requestedUrl } = facts;
  const { text, title, headings, ownSentences, links, ownMedia } = page;
  const names = [...new Set(text.match(browserNames))];
  if (names.length < fewestNames || ofBrowsers.test(pathOf(requestedUrl)) || text.includes("%")) return undefined;
  const said = [title, ...headings, ...ownSentences];
  // Each name may lead to that browser.
  const isBare = links <= bareLinks + names.length && ownMedia <= 1 && isForeign(requestedUrl, text);
  if (!isBare && !downloads.test(page.addresses) && !said.some(isOld)) return undefined;
  return `${headings[0] ?? ownSentences[0] ?? title}" and names browsers ("${names.join('", "')}`;
}

const shortestWord = 4;

/** True if the path of an address has words, and none of them is in the text. */
function isForeign(url: string, text: string): boolean {
  const words = pathOf(url)
    .split(/[^\p{L}]+/u)
    .filter(({ length }) => length >= shortestWord);
  return words.length > 0 && !words.some((word) => text.includes(word));
}

const cookieDemand = (facts: VerdictFacts): string | undefined =>
  browser.test(facts.page.text) && !consentChoice.test(facts.page.controls)
    ? refusalIn(facts, isCookieless)
    : undefined;

/** The heading or first sentence that says so, on a page that says little else. */
function refusalIn({ page }: VerdictFacts, says: (sentence: string) => boolean): string | undefined {
  const { title, headings, ownSentences } = page;
  const said = [...headings, ownSentences[0] ?? "", title].find(says);
  return said !== undefined && sizeOf({ sentences: ownSentences }, says) >= minShare ? said : undefined;
}
