import { pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import type { PageSurvey } from "./page-survey.ts";
import { sizeOf, splitSentences } from "./speech.ts";
import { wording } from "./wording.ts";

/** An installer leads nowhere but on. */
const maxInstallerLinks = 12;
const maxInstallerCharacters = 3000;
/** A page without a site around it is somebody's test. */
const leastSiteLinks = 3;
/** Longest page that is looked through for text without a meaning. */
const maxPlaceholderCharacters = 8000;
const minPlaceholderShare = 0.7;

/** Titles and headings of installers. */
const installation = wording(
  "\\binstall(?:er|ation|ieren|era|eren|atie)?\\b|\\bset-?up\\b|einrichtung|instalaci[oó]n|instalação|installazione|instalacj|instalace|установк|встановлен|kurulum|تثبيت|インストール|安装|安裝|설치|asennus|telepítés|instalare|εγκατάσταση|התקנה|cài đặt|instalasi|ติดตั้ง",
);
/** What installers ask for: a database, an account for whoever sets the site up, a name for it. */
const askedByInstallers = [
  wording(
    "database|datenbank|base de (?:données|datos|dados)|banco de dados|baza danych|bazy danych|баз[аыу] данных|veri ?taban|قاعدة (?:ال)?بيانات|データベース|数据库|資料庫|데이터베이스|tietokan|databas|adatbázis|databáz|βάση δεδομένων|cơ sở dữ liệu|basis data",
  ),
  wording(
    "admin(?:istrator)?[ -]?(?:account|user|password|e-?mail|login|konto|benutzer)|super ?user|(?:compte|cuenta|conta|account|konto) (?:de |d'|del |di )?(?:l')?administra|учётн\\p{L}+ запис\\p{L}+ администратора|管理者アカウント|管理员(?:帐号|账号|密码)|관리자 계정",
  ),
  wording(
    "(?:name|title) (?:of|for) your (?:new )?(?:\\p{L}+ )?(?:site|blog|shop|store|wiki)|site (?:title|name)|(?:titel|name) der website|(?:titre|nom) du site|(?:título|nombre) del sitio|(?:título|nome) do site|(?:titolo|nome) del sito|название сайта|サイト(?:のタイトル|名)|站点(?:标题|名称)|사이트 (?:제목|이름)",
  ),
];
const installerFile = /\/(?:install|setup-config|installer)\.php$|\/(?:install|installation|installer)\/index\.php$/;

/** Finds pages of software that somebody has still to set up, and pages whose text is only there to fill a design. */
export function findNotSetUp(facts: VerdictFacts): Judgement | undefined {
  return findInstaller(facts) ?? findPlaceholder(facts);
}

function findInstaller({ page, url }: VerdictFacts): Judgement | undefined {
  if (
    page.fields === 0 ||
    page.links > maxInstallerLinks ||
    page.proseCharacters > maxInstallerCharacters ||
    page.messageFields > 0
  )
    return undefined;
  const asked = askedByInstallers.filter((wording) => wording.test(page.text)).length;
  const head = [page.title, ...page.headings].find((one) => installation.test(one));
  const isForm = page.passwordFields > 0 && asked > (head === undefined ? 1 : 0);
  if (!isForm && !installerFile.test(pathOf(url))) return undefined;
  const said = (head ?? page.title).slice(0, 80);
  return { verdict: "parked-domain", reason: `software waits to be set up at the address: "${said}"` };
}

/** Words of the text that designers fill pages with, from Cicero's "De finibus" (1.10.32) cut up. */
const fillers: ReadonlySet<string> = new Set(
  (
    "lorem ipsum dolor sit amet consectetur adipiscing adipisicing elit sed do eiusmod tempor incididunt ut labore et dolore magna " +
    "aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in " +
    "reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui " +
    "officia deserunt mollit anim id est laborum vestibulum pellentesque curabitur vivamus praesent maecenas tincidunt phasellus " +
    "ultrices ultricies faucibus suspendisse mauris quisque integer aenean nunc donec vel nec ac at eget tellus lectus sapien justo " +
    "consetetur sadipscing elitr nonumy eirmod invidunt aliquyam erat voluptua vero eos accusam duo dolores rebum stet clita kasd " +
    "gubergren no sea takimata sanctus diam odio cursus ante dapibus imperdiet semper porta aptent taciti sociosqu litora " +
    "torquent conubia nostra himenaeos sem fringilla luctus blandit quam arcu ligula pede lacinia urna metus ornare rutrum porttitor fermentum pulvinar vulputate " +
    "interdum augue lacus leo convallis volutpat elementum euismod placerat viverra cras proin sodales hendrerit iaculis nullam " +
    "etiam libero felis nibh neque turpis massa morbi tristique senectus netus malesuada fames egestas dictum sagittis eros auctor"
  ).split(" "),
);
const fillerName = /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipis/u;
const minFillerShare = 0.6;

function findPlaceholder({ page, content = page }: VerdictFacts): Judgement | undefined {
  if (page.links - page.ownLinks < leastSiteLinks || content.proseCharacters > maxPlaceholderCharacters)
    return undefined;
  const { sentences } = content;
  if (!sentences.some((sentence) => fillerName.test(sentence))) return undefined;
  if (sizeOf({ sentences: spokenOf(content) }, isFiller) < minPlaceholderShare) return undefined;
  const said = sentences.find((sentence) => fillerName.test(sentence)) ?? "";
  return { verdict: "empty", reason: `its text only fills the design: "${said.trim().slice(0, 80)}"` };
}

/** Sentences below headings and outside the site's chrome. */
const spokenOf = ({ sections }: PageSurvey): readonly string[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap(splitSentences));

function isFiller(sentence: string): boolean {
  const words = sentence.match(/\p{L}+/gu) ?? [];
  return words.filter((word) => fillers.has(word)).length >= words.length * minFillerShare;
}
