import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import type { Verdict } from "../../schema/result.ts";
import { factsOf, judge } from "./verdict.ts";

function verdictOn(body: string, title = "A page"): Verdict {
  const url = "https://site.example/news/2025/quay";
  const capture = { status: 200, headers: [], requestedUrl: url, url };
  const document = parse(`<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`);
  return judge(factsOf(document, capture, {})).verdict;
}

const field = "<form><input name=a><button>OK</button></form>";
const password = "<form><input name=a><input type=password name=b><button>OK</button></form>";
const text =
  "<p>The last cinema on the coast closes its doors on Sunday after ninety-one years. Its owner says that she is tired and not sad.</p>";

describe("what a page comes down to, in whatever words", () => {
  test.each<readonly [Verdict, string]>([
    ["blocked", `<p>We get a lot of automated traffic. Please answer so we know there is a person.</p>${field}`],
    ["blocked", `<p>Er du et menneske?</p><p>Sæt hak i boksen, så kommer du videre.</p>${field}`],
    ["blocked", "<p>Arrastre la pieza hasta completar el rompecabezas para continuar.</p><img src=a>"],
    ["blocked", "<p>Sprawdzamy Twoją przeglądarkę. To potrwa kilka sekund.</p>"],
    ["blocked", "<h1>Conteúdo indisponível na sua região</h1><p>Este site não está disponível no seu país.</p>"],
    ["soft-404", "<p>Whatever you came for has moved on or never existed.</p>"],
    ["soft-404", "<p>Cette adresse ne mène nulle part.</p>"],
    ["soft-404", "<h1>Tady nic není</h1><p>Stránku, kterou hledáte, se nám nepodařilo najít.</p>"],
    ["soft-404", "<h1>This position has been filled</h1><p>The vacancy is no longer open.</p>"],
    ["login-wall", password],
    ["login-wall", "<p>Sign up or log in to keep scrolling.</p><a href=/login>Log in</a>"],
    ["login-wall", "<p>Aby zobaczyć ten wątek, musisz być zalogowany.</p><a href=/l>Zaloguj się</a>"],
    ["paywall", `<article><h1>Last reel</h1>${text}</article><p>The rest of this story is for subscribers.</p>`],
    ["paywall", `<article><h1>Last reel</h1>${text}</article><p>Pozostało 73% artykułu.</p>`],
    ["age-gate", "<p>Har du fyllt 20?</p><button>Ja</button><button>Nej</button>"],
    ["age-gate", `<p>Bitte geben Sie Ihr Geburtsdatum ein, um unsere Seite zu besuchen.</p>${field}`],
    ["maintenance", "<h1>Estamos mejorando la tienda</h1><p>Volvemos en un par de horas.</p>"],
    [
      "blocked",
      `<h2>Before you go further</h2><p>Our server sees a lot of automated visits. Please add the two numbers: 12 + 7</p>${field}`,
    ],
    ["blocked", "<p>Crawlers are not welcome here.</p>"],
    ["blocked", "<h1>Stop</h1><p>Váš požadavek byl zamítnut bezpečnostním systémem.</p>"],
    ["blocked", "<p>Programmet kan bara ses i Sverige.</p>"],
    ["blocked", "<p>Vous avez effectué trop de recherches. Patientez quelques instants.</p>"],
    ["soft-404", "<h1>Ins Leere geklickt</h1><p>Den gesuchten Beitrag gibt es bei uns nicht (mehr).</p>"],
    ["error-page", "<p>Wystąpił nieoczekiwany błąd.</p>"],
    ["error-page", "<h1>Technischer Fehler</h1><p>Ihre Anfrage konnte nicht verarbeitet werden.</p>"],
    ["parked-domain", "<p>Deze domeinnaam is gereserveerd voor een klant van ons.</p>"],
    ["maintenance", "<h1>On revient !</h1><p>Notre boutique est fermée le temps d’une mise à jour.</p>"],
    [
      "maintenance",
      "<h1>On revient !</h1><p>Notre boutique est fermée le temps d’une mise à jour.</p><p>Ce site utilise des cookies.</p>",
    ],
    ["consent-wall", "<h1>Choose</h1><p>Accept cookies and tracking to read on.</p><button>Accept all</button>"],
  ])("%s: %s", (verdict, body) => {
    expect(verdictOn(body)).toBe(verdict);
  });

  test.each([
    "<p>We use cookies to improve your experience on our site.</p>",
    "<p>We use necessary cookies to make our site work. We'd also like to set optional cookies to help us improve it.</p>",
    "<p>We use cookies and data to deliver and maintain our services, and to develop and improve new services.</p>",
    "<p>Wir verwenden Cookies, um unsere Website zu aktualisieren und zu verbessern.</p>",
  ])("what cookies are for is no work on the site, and says nothing of its domain: %s", (banner) => {
    const asking = `<div>${banner}<button>Accept all</button><button>Reject all</button></div>`;
    expect(["ok", "consent-wall"]).toContain(verdictOn(asking));
  });

  test.each([
    `<h1>Contact us</h1><p>We answer within two working days.</p><form><label>Name<input></label><label>What is 3 + 4?<input></label><textarea></textarea></form>`,
    `<h1>Oak stool</h1><p>£85.00</p><p>Turned by hand from one board, oiled twice, and sanded by hand between the coats.</p><p>It stands on three legs.</p><p>This colour is no longer available.</p>`,
    `<h1>Pool closed</h1><p>The pool is closed this week. We are back on Monday at seven.</p>`,
    `<h1>Wir sind umgezogen</h1><p>Unser Laden ist jetzt in der Marktgasse 5. Die alte Adresse gilt nicht mehr.</p><p>Geöffnet montags bis samstags.</p>`,
    `<h1>When were you born?</h1><p>Your star sign depends on the day. Those born in April are Aries.</p>`,
    `<h1>Heavy traffic on the ring road</h1><p>There is a lot of traffic between junctions 4 and 6. Expect delays until seven.</p>`,
    `<article><h1>Frost tonight</h1><p>Frost is expected inland. Cover your tomatoes.</p><p>Subscribe to our newsletter to read more stories like this.</p></article>`,
    `<h1>Our supporters</h1><p>This story would not exist without you. Supporters chip in from £3 a month.</p>`,
    `<h1>Låna e-böcker</h1><p>Logga in med ditt lånekort och din pinkod för att låna e-böcker.</p>`,
    `<h1>Shipping</h1><p>We ship to the EU and Norway. Delivery to other countries is not available.</p>`,
    `<h1>House rules</h1><p>Dogs are not allowed. Please wear swimming caps. Running is forbidden.</p>`,
    `<h1>Beach access</h1><p>Access to the north beach is restricted from March to July to protect nesting birds.</p>`,
    `<h1>Orphan</h1><p>No page links to this one.</p>`,
    `<h1>Page /unescaped</h1><p>A link, an undead page and a site unbroken.</p>`,
    `<h1>Known problems</h1><p>Printing fails on version 12. An update is on its way.</p>`,
    `<h1>Error codes</h1><dl><dt>E1</dt><dd>The file is damaged.</dd><dt>E2</dt><dd>The disk is full.</dd></dl>`,
    `<h1>Domain prices</h1><table><tr><td>.org<td>$9<tr><td>.net<td>$11</table><p>Register a domain in two minutes.</p>`,
    `<h1>Avería en la línea 3</h1><p>Los trenes circulan con retraso por un problema técnico en Sol.</p>`,
    `<h1>Which of these is your favourite vegetable?</h1><label><input type=radio name=v>Carrot</label><button>Vote</button><p>812 votes so far.</p>`,
  ])("is not told from a page that resembles it: %s", (body) => {
    expect(verdictOn(body)).toBe("ok");
  });
});
