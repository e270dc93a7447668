import { headerOf, pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import { goal, signing } from "./gist-words.ts";
import { unquoted, unquotedShareOf } from "./speech.ts";
import type { PageSurvey } from "./page-survey.ts";
import { explains, loginTitle, loginWording } from "./wording.ts";

const everyDemand = new RegExp(loginWording, "gu");
export const participation =
  /\b(?:repl|respond|comment|post\b|submit|answer|vote|rat(?:e|ing)|review|like|participate|write|leave|follow|buy|checkout|wishlist|favou?rite|prices?\b|order|save|bookmark|download|preis|bestell|speicher|merken|prix|precio|kommentier|antwort|bewert|schreib|comment|répon|avis|coment|respon|opin|valora|avalia|risponde|recensi|scriver|reager|reageren|beoordel|plaats|skomentowa|odpowied|ocen|yorum|cevap|koment|vasta|svar[ae]|bình luận|trả lời|hozzászól|răspun|odgovor|membalas)|коммент|комент|ответ|відпов|отзыв|відгук|оцен|σχόλι|απαντ|תגובה|להגיב|टिप्पणी|جواب|نظر |ตอบ|แสดงความคิดเห็น|تعليق|رد |コメント|返信|投稿|评论|回复|回帖|发表|發表|留言|댓글|답글/u;

/** Demands for a sign-in to read the rest of an answer or a review. */
const wholeThing = /\b(?:full|rest|whole|complete|entire)\b/;

/** How to reach who offers something: what a visitor may not see of a page that is there. */
const reaching =
  /(?:phone|mobile|whats ?app) numbers?|e-?mail address|contact (?:details|information|data|the )|(?:telefon|handy|ruf|mobil)nummer|telefonnumm?er|telefonnr|kontaktdaten|kontakt(?:uppgifter|opplysninger|oplysninger)|(?<!\p{L})numéros?(?!\p{L})|coordonnées|(?<!\p{L})tel[ée]fon[oe]s?(?!\p{L})|n[úu]mero (?:de|di|do) tel|datos de contacto|dados de contato|dati di contatto|telefoonnummer|contactgegevens|num[ea]r\p{L}* telefonu|telefonn\p{L}* (?:číslo|szám)|telefonszám|číslo telefonu|număr\p{L}* de telefon|номер\p{L}* телефон|телефон|контакт|puhelinnumero|yhteystie|telefon(?:u| numara)|τηλέφωνο|رقم (?:الهاتف|الجوال|الموبايل)|טלפון|số điện thoại|nomor (?:telepon|hp)|เบอร์โทร|電話番号|連絡先|电话|電話|联系方式|聯絡|전화번호|연락처/u;

/** Words around these where they are the means to sign in. */
const byMeans = {
  before:
    /(?<!\p{L})(?:with|by|via|using|your|mit|per|avec|par|con|com|met|med|z|за|по|через|bằng|dengan|ด้วย|ile)(?: \p{L}+){0,2} $/u,
  after: /^ ?(?:で|로|으로|ile)/,
};

/** True for words that ask for an account of those only who want to reach somebody. */
export function isToReach(said: string): boolean {
  const found = reaching.exec(said);
  if (found === null || wholeThing.test(said) || !(signing.test(said) || loginWording.test(said))) return false;
  const { 0: words, index } = found;
  return !byMeans.before.test(said.slice(0, index)) && !byMeans.after.test(said.slice(index + words.length));
}

const maxProseCharacters = 1200;
const briefProseCharacters = 500;
const loginPath =
  /\/(?:(?:wp-|user[-_/]?|users\/|account\/|accounts\/|auth\/|member\/|members\/)?(?:log-?in|sign-?in|log-?on|sign_in|authwall|sso|anmelden|connexion|inloggen|zaloguj)|uas\/login|oauth2?(?:\/v\d[\d.]*)?\/authorize|openid-connect\/auth|adfs\/ls|wsfed|saml2?|session\/new|sessions\/new|servicelogin)(?:[./?]|$)/;

/**
 * Finds pages that ask to sign in instead of showing the requested content: a redirect to a login page, a sign-in form
 * with nothing beside it, or a short page that says so. A login page requested by its own address is `ok`.
 */
export function findLoginWall(facts: VerdictFacts): Judgement | undefined {
  const reason = facts.status === 401 ? unauthorised(facts) : (redirected(facts) ?? walled(facts));
  return reason === undefined ? undefined : { verdict: "login-wall", reason };
}

function unauthorised(facts: VerdictFacts): string {
  const scheme = headerOf(facts, "www-authenticate").split(" ", 1)[0] ?? "";
  return `the server answered 401${scheme === "" ? "" : ` and asks for ${scheme} credentials`}`;
}

function redirected({ url, requestedUrl, page }: VerdictFacts): string | undefined {
  if (page.proseCharacters > maxProseCharacters * 2) return undefined;
  const leads = isLogin(url) && !isLogin(requestedUrl);
  return leads ? `the address leads to a login page (${pathOf(url)})` : undefined;
}

/** Names of walls in addresses, which nobody asks for. */
const wallPath = /(?:auth|log-?in|sign-?in|sign-?up|reg(?:istration)?)-?wall(?![a-z])/;
const signUpPath = /\/sign-?up(?:[./?]|$)/;

/** Parameters with the page that somebody wanted before a site sent them to sign in, or with a service's request for that. */
const onBehalf =
  /^(?:redirect(?:_?(?:to|ur[il]))?|redir|return(?:_?(?:to|ur[il]|path))?|next|continue|dest(?:ination)?|goto|back_?url|came_?from|(?:forward|target|original)_?ur[il]|callback_?url|relaystate|samlrequest|service|wctx|wreply)$/i;

/** True for the address of a page to sign in that stands in for another one: it names that page, and not only the home page. */
function isOnBehalf(url: string): boolean {
  if (!isLogin(url)) return false;
  return [...new URL(url).searchParams].some(
    ([name, value]) => onBehalf.test(name) && !/^(?:https?:\/\/[^/]+)?\/?$/.test(value.trim()),
  );
}

/** True for an address by which a page to sign in or up was asked for, for its own sake. */
export const asksForLogin = (url: string): boolean =>
  (isLogin(url) || signUpPath.test(pathOf(url))) && !wallPath.test(pathOf(url)) && !isOnBehalf(url);

/** True for the address of a page to sign in, or of a wall that asks to. */
export function isLogin(url: string): boolean {
  if (loginPath.test(pathOf(url))) return true;
  return URL.canParse(url) && /^(?:login|signin|sso|accounts?|auth|idp)\./.test(new URL(url).hostname);
}

function walled({ page, status, requestedUrl }: VerdictFacts): string | undefined {
  if (asksForLogin(requestedUrl) || page.proseCharacters > maxProseCharacters) return undefined;
  const heads = [page.title, ...page.headings];
  const titled = heads.map((head) => loginTitle.exec(head)?.[0].trim()).find((words) => words !== undefined);
  const said = demandOf(`${page.title} ${unquoted(page.text.slice(0, 3000))}`);
  const brief = page.proseCharacters <= briefProseCharacters;
  if (page.passwordFields > 0 && wallPath.test(pathOf(requestedUrl)))
    return `the page asks for a password at the address of a wall (${pathOf(requestedUrl)})`;
  if (page.passwordFields > 0 && status === 403) return "the server answered 403 with a form for a password";
  if (page.passwordFields > 0 && said !== undefined) return `the page asks for a password and says "${said}"`;
  if (page.passwordFields > 0 && titled !== undefined && brief) return `the page is a login form titled "${titled}"`;
  return said !== undefined && brief && page.characters <= maxProseCharacters && saysLittleElse(page)
    ? `there is little on the page but "${said}"`
    : undefined;
}

/** Boards greet whoever is not signed in above what everybody may read. */
export const guestGreeting =
  /(?<!\p{L})(?:welcome|hello|hi|willkommen|hallo|guten tag|добро пожаловать|здравствуйте|привет|вітаємо|bienvenue|bonjour|bienvenid[oa]|hola|benvenuto|ciao|bem-vindo|olá|welkom|witaj|vítejte|vitajte|üdvözöljük|üdvözlünk|välkommen|velkommen|hej|hei|tervetuloa|bine ai venit|καλώς ή[ρλ]θ\p{L}+|hoş ?geldiniz|merhaba)[,!]? ?(?:guest|unregistered|gast|unregistriert|гость|незарегистрированный|гостю|гість|invité|non inscrit|invitado|no registrado|ospite|non registrato|visitante|não registrado|gość|niezarejestrowany|niet geregistreerd|host|hosť|vendég|gäst|gjest|gæst|vieras|vizitator|επισκέπτη|ziyaretçi|misafir)(?!\p{L})/u;

const minShare = 0.15;

/** Below a heading about something else, a demand with a smaller share stands in the way only of what it names. */
const minBareShare = 0.4;
const everySigning = new RegExp(signing.source, "gu");

function saysLittleElse(page: PageSurvey): boolean {
  const sentences = page.sentences.filter((said) => !isToReach(said));
  const share = unquotedShareOf({ sentences }, loginWording);
  if (explains(page) || share < minShare) return false;
  const isHeaded = page.sections.some(({ heading }) => loginWording.test(heading));
  return isHeaded || share >= minBareShare || sentences.some(isForReading);
}

/** True for a demand to sign in for the sake of reading on, and not of an attachment or a notebook. */
function isForReading(sentence: string): boolean {
  const said = unquoted(sentence);
  return loginWording.test(said) && goal.test(said.replace(everySigning, " "));
}

/** Words before a demand that is made to others, not to the visitor. */
const othersBefore =
  /(?:users?|customers?|visitors?|members|employees|they|who|people|can|fix(?:ed|es)?:?|(?:if|when|after|once|until) (?:a|an|the|their)) $/;

/** A club's page says whom an evening is for: that is a demand only beside a way to sign in, or without other text. */
const membership =
  /members[- ]only|for (?:registered )?members|nur für (?:mitglieder|registrierte)|réservé aux membres|solo para (?:miembros|usuarios)|apenas para (?:membros|usuários)|riservat[oa] (?:ai membri|agli utenti)|alleen voor leden|tylko dla|sadece üyeler|للأعضاء فقط|会員限定|회원(?:만| 전용)/;
const signIn =
  /(?:log|sign)[- ]?(?:in|on)\b|register|password|einloggen|anmelden\b|registrier|passwort|connexion|connecter|identifi|iniciar sesión|acceder|entrar|accedi|inlog|aanmeld|zaloguj|войти|giriş|تسجيل|ログイン|로그인|登录|登入/;

/** The demand to sign in; undefined if everyone may read and only taking part needs it. */
function demandOf(text: string): string | undefined {
  for (const match of text.matchAll(everyDemand)) {
    const around = text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 60);
    if (membership.test(match[0]) && !signIn.test(text)) continue;
    if (othersBefore.test(text.slice(Math.max(0, match.index - 20), match.index))) continue;
    if (wholeThing.test(match[0]) || !participation.test(around)) return match[0];
  }
  return undefined;
}
