import { expect, test } from "vitest";
import { readPage } from "../../scrape/read-page.ts";

const news = ["Herring week", "The lighthouse is painted", "Letters", "Rowing on Sunday"].map(
  (title) =>
    `<article><a href="/${title.length}"><h3>${title}</h3></a><p>Our correspondent was there from the first hour and kept count of the boats.</p></article>`,
);
const page = (title: string, text: string): string =>
  `<!doctype html><title>${title}</title><header><nav><a href=/a>News</a> <a href=/b>Sport</a> <a href=/c>Tides</a></nav></header><main><h1>${title}</h1>${text}</main><section>${news.join("")}</section><footer><p>The Sound Observer, 4 Pier Road. Our newsletter comes by e-mail on Fridays.</p></footer>`;

async function read(title: string, text: string, url = "https://observer.example/2024/pier") {
  const html = page(title, text);
  const chosen = await readPage({ html, url });
  const whole = await readPage({ html, url }, { onlyMainContent: false });
  return [chosen.metadata, whole.metadata];
}

test.each([
  [
    "The pier closes",
    "<p>The pier has stood for a hundred and four years, and on Friday its gate was locked for the last time.</p><p>The harbour board blames the worm. Anglers who have sat there every night blame the board, which has</p><div><h2>There is more</h2><p>Friends of the paper read on, from 90p for the first month.</p></div>",
  ],
  [
    "Der Steg schließt",
    "<p>Hundertvier Jahre stand der Steg, am Freitag wurde das Tor zum letzten Mal abgeschlossen.</p><p>Die Hafenverwaltung gibt dem Bohrwurm die Schuld. Die Angler geben sie der Verwaltung, die seit</p><div><p>Was danach geschah, lesen Abonnenten.</p><p>Probemonat 1,50 €</p></div>",
  ],
  [
    "Molo se zavírá",
    "<p>Molo stálo sto čtyři roky a v pátek naposledy zamkli jeho bránu, jak nám řekl správce přístavu.</p><p>Vedení viní červotoče. Rybáři zase viní vedení, které už roky</p><div><p>S předplatným za 79 Kč měsíčně čtete dál.</p></div>",
  ],
  [
    "Molen lukker",
    "<p>Molen har stået i hundrede og fire år, og fredag blev porten låst for sidste gang.</p><p>Havnens ledelse skyder skylden på ormen. Lystfiskerne skyder den på ledelsen, som i årevis</p><div><p>Resten er til dig, der holder avisen.</p><p>Prøv i 30 dage for 1 kr. Derefter 149 kr. om måneden.</p></div>",
  ],
  [
    "Bezárják a mólót",
    "<p>Írta: Vas Piroska, október 12.</p><p>Száznégy évig állt a móló. Pénteken utoljára zárták be a kapuját, és a horgászok, akik minden este ott</p><div><p>A folytatás az előfizetőké. Éves díj: 7 900 Ft.</p></div>",
  ],
  [
    "Der Steg bleibt zu",
    "<p>Am Wasser wird es still.</p><p>Von unserer Reporterin Ada Vogt, 12. Oktober</p><p>Hundertvier Jahre stand der Steg, jetzt ist das Tor zu. Die Angler geben der Verwaltung die Schuld, die seit</p><div><p>Alle Texte stehen im Abo, 9,90 € im Monat.</p></div>",
  ],
  [
    "Bryggan stängs",
    "<p>I hundrafyra år har bryggan stått. I fredags låstes grinden, och fiskarna som suttit där varje kväll</p><aside class=upgrade><h2>Resten läser du som vän</h2><p>Redan med? <a href=/in>Logga in</a></p></aside>",
  ],
  [
    "Painting a pier",
    "<p>Three painters told us what happened when they scraped the gate down to the oak and began again.</p><p>The first surprise was the weather. In a north wind the primer on the gate</p><div><h2>Read on with a free account</h2><p>Register to get five articles a month.</p></div>",
  ],
])("a text that breaks off in a sentence, before an offer, is for those who pay: %s", async (title, text) => {
  for (const { verdict, verdictReason } of await read(title, text)) {
    expect(verdict).toBe("paywall");
    expect(verdictReason).toMatch(/breaks off before "|it says "/);
  }
});

test("a demand right at the end of the main content counts, whatever the site has below it", async () => {
  const text =
    "<p>The pier has stood for a hundred and four years, and on Friday its gate was locked.</p><p>The rest of this story is for members.</p><p>A month costs £2.</p>";
  for (const { verdict } of await read("The pier closes", text)) expect(verdict).toBe("paywall");
});

test.each([
  [
    "Visit the pier",
    "<p>The pier stands at the end of Fore Street, two minutes from the bus, and is free on Sundays.</p><p>Open from Tuesday to Sunday from ten to five, last entry at half past four</p><p>Adults £8. A membership is £40 a year.</p>",
  ],
  [
    "Pier coffee",
    "<p>Roasted on Mondays in a drum that once dried hops, and posted in the same afternoon.</p><p>Chocolate, cherry and a little smoke, for a slow pot</p><p>£9.50, or £8.50 a month if you subscribe</p>",
  ],
  [
    "The pier opens",
    "<p>The pier is open again after two winters, and its gate has been painted green by the anglers.</p><p>This story is free for everyone to read, because readers like you subscribe for £2 a month.</p>",
  ],
  [
    "Who reads about piers?",
    "<p>We looked at papers that ask their readers to subscribe after three free articles a month.</p><p>Short answer: five beats three, and ten is no better than five, wherever the sea is near and the boats are many.</p><p>Cheap months bring people in, and a third of them are gone by the time the herring come back to the sound.</p>",
  ],
  [
    "Pesca desde el muelle",
    "<p>Aparejos, cebos y mareas para quien pesca de noche. Moderadora: Lucía</p><p>No hay temas en este foro.</p><p>Puede leer todos los temas y el resto del foro; no puede publicar sin iniciar sesión.</p>",
  ],
  [
    "Fishing from the pier",
    "<p>Rods, bait and tides for those who fish at night. Bring a lamp and a friend</p><p>Everyone may read the rest of the board, but to reply you have to log in.</p>",
  ],
])("a page with a loose line, prices or words about readers is a page: %s", async (title, text) => {
  for (const { verdict } of await read(title, text)) expect(verdict).toBe("ok");
});

test("what members get is no demand at the address where one joins", async () => {
  const text =
    "<p>Members get the quarterly, first pick of the boats and free tea. The archive of the quarterly is for members only.</p><p>£24 a year. Pay by card or send a cheque to the treasurer.</p><a href=/form>Become a member</a>";
  for (const { verdict } of await read("Friends of the pier", text, "https://observer.example/join"))
    expect(verdict).toBe("ok");
});
