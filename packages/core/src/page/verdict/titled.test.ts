import { expect, test } from "vitest";
import { readPage } from "../../scrape/read-page.ts";
import type { Verdict } from "../../schema/result.ts";

const aside = ["Herring", "The lighthouse", "Ducks", "Letters", "The hall", "Tides", "The bell", "Rowing"]
  .map(
    (title) =>
      `<div class="css-1x"><h2>${title} in the week to come</h2><p>${title} were what everybody at the pier spoke of when the desk went out on Monday. Two of the boats had come home late, the third one had not left, and the baker sold his last loaf at nine. Asked for the reason, he pointed at the sky, wiped the counter and closed the shutters for the rest of the day.</p></div>`,
  )
  .join("");

/** A message among what a site has around it, most of which stands in the main element, too. */
const page = (title: string, message: string, path: string) =>
  readPage({
    html: `<!doctype html><title>${title}</title><header><nav><a href=/a>News</a> <a href=/b>Shop</a></nav></header><main><div>${message}</div>${aside}</main><footer><p>The Sound, 4 Pier Road</p></footer>`,
    url: `https://sound.example${path}`,
  });

test.each<readonly [Verdict, string, string]>([
  [
    "soft-404",
    "Siden findes ikke – Sundet",
    "<h1>Her er kun måger</h1><p>Det, du søgte, blev taget ind med tidevandet.</p>",
  ],
  [
    "soft-404",
    "Stelle besetzt | Am Sund",
    "<h1>Zu spät</h1><p>Die Werft hat ihren Zimmermann, und wir haben die Anzeige abgehängt.</p>",
  ],
  ["soft-404", "Η σελίδα δεν βρέθηκε", "<h1>Άδειο δίχτυ</h1><p>Ό,τι υπήρχε εδώ το πήραμε μέσα πριν από τη βροχή.</p>"],
  [
    "blocked",
    "Přístup zamítnut",
    "<h1>Tady stojíme my</h1><p>Vaše síť si dnes vyžádala víc stránek než celý přístav.</p>",
  ],
  [
    "blocked",
    "アクセス制限 - みなと新聞",
    "<h1>少しお休みください</h1><p>同じ回線から多くの呼び出しがあったため、記事をお出ししていません。</p>",
  ],
  [
    "maintenance",
    "Przerwa techniczna",
    "<h1>Malujemy kadłub</h1><p>Sklep stoi w suchym doku do piątku, potem znów wypłynie.</p>",
  ],
  [
    "login-wall",
    "Kirjaudu sisään – Salmi",
    "<h1>Laiturille pääsee avaimella</h1><p>Veneluettelon näkevät ne, joilla on tunnus.</p>",
  ],
  [
    "error-page",
    "Error 500: Internal Server Error",
    "<h1>Man over board</h1><p>The page fell into the water. We throw it a rope, try again in a minute.</p>",
  ],
])("%s by its title, in whatever words and whatever the site has around it: %s", async (verdict, title, message) => {
  const { metadata, warning } = await page(title, message, "/p/8812");
  expect(metadata.verdict).toBe(verdict);
  expect(warning).toContain(title.split(/ [|–-] /)[0]?.toLowerCase());
});

test.each([
  [
    "Page not found",
    "<h1>Page not found</h1><p>A song about a librarian, the third on the second record.</p>",
    "/songs/page-not-found",
  ],
  [
    "403 Forbidden",
    "<h1>403 Forbidden</h1><p>A response status of HTTP: the server understood what was asked for and refuses to do it.</p>",
    "/status/403-forbidden",
  ],
  [
    "503 Service Unavailable",
    "<h1>503 Service Unavailable</h1><p>The server is not ready: it is down for maintenance or overloaded.</p>",
    "/status/503",
  ],
  ["Sign in", "<h1>Sign in</h1><p>With your library card.</p>", "/login"],
  [
    "Access denied | The Sound",
    '<script type=application/ld+json>{"@type":"NewsArticle","headline":"Access denied"}</script><h1>Closed for good</h1><p>The owner of the pier has put up a fence.</p>',
    "/news/fence",
  ],
  [
    "Maintenance of wooden boats",
    "<h1>Maintenance of wooden boats</h1><p>Scrape in March, paint in April.</p>",
    "/boats/care",
  ],
  [
    "Not found",
    `<h1>What the divers did not find</h1>${"<p>They went down eleven times, with lamps, and what they brought up was a bicycle, a bell and a crate of plates.</p>".repeat(6)}`,
    "/news/divers",
  ],
])("a page with the title of a message is the page where it has a subject: %s", async (title, message, path) => {
  const { metadata } = await page(title, message, path);
  expect(metadata.verdict).toBe("ok");
});

test.each<readonly [Verdict, string, string]>([
  [
    "soft-404",
    "Anzeige | Am Sund",
    "<h1>Der Kahn ist verkauft</h1><p>Diese Anzeige ist nicht mehr online. Die Verkäuferin hat sie gelöscht.</p>",
  ],
  ["soft-404", "Annonse", "<h1>Borte vekk</h1><p>Denne siden finnes ikke lenger, og annonsen er slettet.</p>"],
  [
    "soft-404",
    "The Sound",
    "<h1>Out with the tide</h1><p>The page you are looking for isn't here any more. It may have been moved or deleted.</p>",
  ],
  [
    "maintenance",
    "The Sound",
    "<h1>Hull out of the water</h1><p>Our site is down for maintenance, we'll be back this evening.</p>",
  ],
])(
  "%s by what stands in the place of the text, under a title that says nothing: %s",
  async (verdict, title, message) => {
    expect((await page(title, message, "/p/8812")).metadata.verdict).toBe(verdict);
  },
);

test.each([
  [
    "Where is my boat? | The Sound",
    "<h1>Where is my boat?</h1><p>Boats that were not found are removed from the list.</p>",
  ],
  [
    "Rowing boat no. 8 | The Sound",
    "<h1>Rowing boat no. 8</h1><p>This boat is no longer available. Its successor is no. 9.</p>",
  ],
  ["The Sound", "<h1>Sold last week</h1><p>This boat is no longer available: £ 420, red, nine feet long.</p>"],
])("no message where the heading names the text, or goods have their price: %s", async (title, text) => {
  expect((await page(title, text, "/p/8812")).metadata.verdict).toBe("ok");
});
