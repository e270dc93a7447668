import { expect, test } from "vitest";
import { readPage } from "../../scrape/read-page.ts";
import type { Verdict } from "../../schema/result.ts";

const menu =
  '<nav><a href="/">Leuchtturm Auktionen</a> <a href="/jetzt">Jetzt</a> <a href="/bald">Bald</a> <a href="/bieten">So wird geboten</a></nav>';
const lots = `<h4>Aus der nächsten Auktion</h4><table>${Array.from({ length: 24 }, (_, at) => `<tr><td>${at + 1}</td><td>Laterne Nr. ${at + 3}, Messing, mit Haken und Docht, um ${1880 + at}</td><td>${at + 40} €</td></tr>`).join("")}</table>`;

async function verdictOn(body: string, path: string, title = "Leuchtturm Auktionen"): Promise<Verdict | undefined> {
  const html = `<title>${title}</title>${menu}<div class="inhalt">${body}</div><footer>Am Kai 4</footer>`;
  return (await readPage({ html, url: `https://auktionen.example${path}` })).metadata.verdict;
}

const path = "/los/4711/schiffsglocke-aus-bronze";

test.each([
  '<div class="alert alert-warning">Dieses Los wurde bereits verkauft und ist nicht mehr verfügbar.</div><p>Im September gibt es eine neue Auktion, für die Sie sich schon anmelden können.</p>',
  '<div role="alert">This lot has been sold and its page has been removed.</div>',
  '<p class="message error">Ce lot n\'existe plus : la vente est terminée.</p><p>Voici ce qui vient ensuite.</p>',
])("a box for messages in the place of a thing, above others: %s", async (box) => {
  expect(await verdictOn(`${box}${lots}`, path)).toBe("soft-404");
});

const gone = '<div class="alert">Dieses Los wurde bereits verkauft und ist nicht mehr verfügbar.</div>';
test.each<readonly [string, string]>([
  [
    path,
    `<div class="alert alert-info">Am Sonntag ist die Seite von acht bis neun nicht erreichbar, weil wir umziehen.</div>${lots}`,
  ],
  [path, `${gone}<h1>Schiffsglocke aus Bronze</h1><p>Um 1890, mit Gravur.</p>${lots}`],
  ["/", `<div class="alert">Los 4711 wurde bereits verkauft und ist nicht mehr verfügbar.</div>${lots}`],
  [path, `<div class="alert alert-success">Ihre Merkliste wurde gespeichert.</div>${lots}`],
  [path, `<div class="notice">Versand in die Schweiz dauert zurzeit zwei Tage länger.</div>${lots}`],
])("a box at %s that says something else, or stands above the thing: %s", async (at, body) => {
  expect(await verdictOn(body, at)).toBe("ok");
});

test("a box under a title that names the thing stands above it", async () => {
  expect(await verdictOn(gone + lots, path, "Schiffsglocke aus Bronze | Leuchtturm Auktionen")).toBe("ok");
});

const labels = ["Bauantrag", "Abfall", "Ausschreibungen", "Führerschein", "Jugendamt", "Hafen"];
const strip = `<div>Offizielle Seite des Kreises <a href=#>Mehr</a></div><div>${labels.map((label) => `<dl><dt>${label}</dt></dl>`).join("")}</div><ul>${Array.from({ length: 18 }, (_, at) => `<li><a href="/m${at}">Dienst ${at}</a></li>`).join("")}</ul>`;

test.each([
  "<h2>Der Dienst ist wegen Wartungsarbeiten vorübergehend nicht verfügbar</h2><p>Wir aktualisieren unsere Systeme. Am Sonntag ab 7 Uhr steht der Dienst wieder zur Verfügung.</p>",
  "<h3>Service momentanément interrompu pour maintenance</h3><p>Nos équipes mettent à jour le système. Le service reprendra dimanche à 7 heures.</p>",
  "<h2>الخدمة متوقفة مؤقتاً لأعمال الصيانة</h2><p>نقوم حالياً بتحديث الأنظمة. ستعود الخدمة للعمل يوم الأحد صباحاً.</p>",
])("a message behind menus that no tag tells from it: %s", async (message) => {
  expect(await verdictOn(`${strip}<div>${message}</div>`, "/bauantrag/status", "Kreis am Hafen")).toBe("maintenance");
});

test("the first of several news behind such menus stands in nobody's way", async () => {
  const news =
    "<h2>Dienste am Sonntag nicht verfügbar</h2><p>Wegen Wartungsarbeiten stehen die Dienste bis 7 Uhr nicht zur Verfügung. Wir bitten um Verständnis.</p><h2>Neuer Radweg eröffnet</h2><p>Der Radweg zum Kai ist fertig. Er ist 4,2 km lang.</p><h2>Sperrmüll im Mai</h2><p>Die Abfuhr beginnt am 3. Mai. Bitte stellen Sie ihn vor das Haus.</p>";
  expect(await verdictOn(`${strip}<div>${news}</div>`, "/aktuelles", "Kreis am Hafen")).toBe("ok");
});
