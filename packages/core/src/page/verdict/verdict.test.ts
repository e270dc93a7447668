import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Verdict } from "../../schema/result.ts";
import { indexElements } from "../element-index.ts";
import { readMetadata } from "../metadata.ts";
import { parse } from "../../markup/parse.ts";
import { readPage } from "../../scrape/read-page.ts";
import { factsOf, judge, unfilledPlaceOf, unfinishedWarning, warningFor } from "./verdict.ts";

const fixtures = new URL("../../../../testkit/fixtures/verdict/", import.meta.url);

interface Facts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestedUrl?: string;
  readonly url?: string;
}

/** A fixture may begin with a comment that holds what HTTP said about it. */
function judgeHtml(html: string, facts: Facts = {}) {
  const url = facts.url ?? "https://site.example/news/2025/quay";
  const capture = {
    status: facts.status ?? 200,
    headers: Object.entries(facts.headers ?? {}),
    requestedUrl: facts.requestedUrl ?? url,
    url,
  };
  const document = parse(html);
  return judge(factsOf(document, capture, readMetadata(indexElements(document), url)));
}

function judgeFixture(path: string) {
  const html = readFileSync(new URL(path, fixtures), "utf8");
  const facts = /^<!-- (\{.*\}) -->/.exec(html)?.[1];
  return judgeHtml(html, facts === undefined ? {} : (JSON.parse(facts) as Facts));
}

describe.each(Verdict.options)("pages that are %s", (verdict) => {
  test.each(readdirSync(new URL(`${verdict}/`, fixtures)))("%s", (name) => {
    const judgement = judgeFixture(`${verdict}/${name}`);
    expect(judgement).toMatchObject({ verdict, reason: expect.stringMatching(/\w{3}/) });
  });
});

test("reasons name the facts in plain words", () => {
  expect(judgeFixture("blocked/cloudflare-managed-challenge.html").reason).toBe(
    "Cloudflare stands before the page: the response header cf-mitigated says challenge",
  );
  expect(judgeFixture("soft-404/german.html").reason).toContain('the title says "seite nicht gefunden"');
  expect(judgeFixture("login-wall/redirect-to-login.html").reason).toContain("leads to a login page (/login)");
  expect(judgeFixture("paywall/declared.html").reason).toContain("it declares isAccessibleForFree: false");
  expect(judgeFixture("needs-javascript/vite-vue.html").reason).toContain("#app");
});

test("every verdict but ok has a warning that says what it means and why", () => {
  expect(warningFor({ verdict: "ok", reason: "x" })).toBeUndefined();
  for (const verdict of Verdict.options.filter((other) => other !== "ok")) {
    expect(warningFor({ verdict, reason: "the facts" })).toMatch(/^[A-Z].{20,}: the facts\.$/);
  }
});

test("what is returned counts, where it is known: an article that is sent whole is ok although it is paid", () => {
  const html = readFileSync(new URL("paywall/declared.html", fixtures), "utf8");
  const document = parse(html);
  const url = "https://site.example/a";
  const facts = factsOf(
    document,
    { status: 200, headers: [], requestedUrl: url, url },
    readMetadata(indexElements(document), url),
  );
  expect(judge({ ...facts, contentCharacters: 9000 }).verdict).toBe("ok");
});

test("a page whose scripts have run needs no JavaScript: it is empty, or what it shows", () => {
  const html = '<div id="root"></div><noscript>Enable JavaScript</noscript><script src="/a.js"></script>';
  const url = "https://site.example/a";
  const capture = { status: 200, headers: [], requestedUrl: url, url };
  expect(judge(factsOf(parse(html), capture, {})).verdict).toBe("needs-javascript");
  expect(judge(factsOf(parse(html), { ...capture, isRendered: true }, {})).verdict).toBe("empty");
});

test.each([
  "<h1>Products</h1><div class=card></div><p>Loading…</p>",
  "<header><nav><a href=/>Home</a> <a href=/shop>Shop</a></nav>Lamps and oil since 1871</header><main><h1>Shop</h1><div>Loading...</div></main><footer>Open every day from nine to five</footer>",
  "<p>You are being redirected, please wait...</p>",
  "<h1>Einen Moment</h1><p>Sie werden weitergeleitet.</p>",
  "<p>Redirecionando…</p>",
  "<p>页面正在跳转，请稍候</p>",
])("a page whose own words are that it is loading or leads elsewhere needs its scripts: %s", (html) => {
  expect(judgeHtml(`${html}<script src="/app.js"></script>`).verdict).toBe("needs-javascript");
  expect(judgeHtml(html).verdict).not.toBe("needs-javascript");
});

test.each([
  "<div id=root><p>Loading…</p></div><div><p>We use cookies for statistics and advertising.</p><button>Accept all</button></div>",
  "<div><a href=/>Лампи</a></div><noscript>Для роботи сторінки потрібен JavaScript.</noscript><div id=lampy></div>",
  `<main><div id=lampen></div><noscript><h1>JavaScript ist aus</h1>Die Lampen können ohne JavaScript nicht angezeigt werden. Bitte schalten Sie es ein.</noscript></main><div class=wege><ul>${["Leuchttürme", "Öllampen und Dochte", "Stehlampen für den Garten", "Reparatur und Ersatzteile", "Kontakt und Öffnungszeiten", "Unsere Werkstatt am Hafen", "Laternen aus alten Schiffen", "Gläser und Zylinder für Petroleumlampen", "Anfahrt zum Lager"].map((name) => `<li><a href="/${name.length}">${name}</a></li>`).join("")}</ul></div>`,
])("a banner or a note for other browsers does not make a page: %s", (html) => {
  expect(judgeHtml(`${html}<script src="/app.js"></script>`).verdict).toBe("needs-javascript");
});

test.each([
  ['<h1>Lamps</h1><p>All that we make.</p><div id="grid"></div>', "an empty #grid"],
  ['<h1>Lamps</h1><p>All that we make.</p><ul data-lamps-target="list"></ul>', "an empty <ul data-lamps-target>"],
  [
    '<div x-data="{ lamps: [] }"><h1>Lamps</h1><template x-for="lamp in lamps"><h2></h2></template></div>',
    "an empty <template x-for>",
  ],
  ['<h1>Lamps</h1><ul hx-get="/list" hx-trigger="load"><li>…</li></ul>', "an empty <ul hx-get>"],
  ['<h1>The answer</h1><p id="a"></p>', "an empty #a"],
  [
    "<main><h1>Lamps</h1><p>All that we make, and what it is made of.</p><div>Loading…</div></main>",
    'the place of "loading..."',
  ],
])("scripts may fill what stands beside next to nothing: %s", (html, place) => {
  const url = "https://site.example/lamps";
  const of = (page: string, more: object = {}) =>
    unfilledPlaceOf(factsOf(parse(page), { status: 200, headers: [], requestedUrl: url, url, ...more }, {}));
  const script = '<script src="/app.js"></script>';
  expect(of(html + script)).toBe(place);
  expect([of(html), of(html + script, { isRendered: true }), of(html + script, { status: 404 })]).toEqual(Array(3));
  const text =
    "<p>The keeper lights the lamp at dusk and writes the ships that pass into a blue book, every night of the year.</p>";
  expect(of(html + text + text + script)).toBeUndefined();
});

const leading: readonly string[] = [
  '<p>Checking…</p><script>document.cookie="seen=1";location.reload()</script>',
  "<h1>We have moved</h1><p>You will find us <a href=/new>here</a> shortly.</p><script>setTimeout(function(){window.location='/new'},2000)</script>",
  "<p>One moment.</p><script>setTimeout(\"location.href = '/new'\", 1 * 1000)</script>",
  "<p>One moment.</p><script>function go() { if (true) { location.replace(there) } } setTimeout(go, 500)</script>",
  "<p>One moment.</p><script>/* it's { */ document.addEventListener('DOMContentLoaded', () => location.assign(there))</script>",
  "<p>Sign-in goes on.</p><form method=post action=/acs><input type=hidden name=SAMLResponse></form><script>document.forms[0].submit()</script>",
  "<body onload=\"document.getElementById('f').submit()\"><p>Sign-in goes on.</p><form id=f method=post><input type=hidden name=r></form></body>",
];

test.each(leading)("a page that says next to nothing and leads on by itself is not the page: %s", (html) => {
  expect(judgeHtml(html)).toMatchObject({ verdict: "needs-javascript", reason: expect.stringMatching(/leads on/) });
  const text = "<p>The keeper lights the lamp at dusk and writes the ships that pass into a blue book.</p>";
  expect(judgeHtml(html + text.repeat(5)).verdict).toBe("ok");
});

test.each([
  "if (top != self) top.location = self.location; if (top.location.href !== location.href) { top.location.replace(location.href) }",
  'document.getElementById("again").onclick = function () { location.reload() }',
  'again.addEventListener("click", () => { if (sure) { location.href = "/next" } })',
  "again.onclick = () => document.forms[0].submit()",
  "function next() { location.href = '/next' }",
  '$(".lamp").on("click", function (event) { location.href = event.target.href })',
  "setInterval(function () { location.reload() }, 60 * 1000)",
  "setTimeout(() => location.reload(), 300000)",
  'location.hash = "#lamps"; location.href = "#lamps"; location.href = "lamp://open"',
  'var location = "Skagen"; track(location.href.replace("a", "b")); // location.reload()\n console.log("location.reload()")',
  "window.print()",
])("a short page with a script for its readers is what it says: %s", (script) => {
  expect(judgeHtml(`<h1>The lamp of Skagen</h1><p>It was lit at six.</p><script>${script}</script>`).verdict).toBe(
    "ok",
  );
});

test.each(["setTimeout(", "/*", '"\\', "location=", "{=>", "function a(", "`", "x.submit("])(
  "scripts are read in linear time: %s",
  (part) => {
    expect(judgeHtml(`<p>Lamps</p>${`<script>${part.repeat(4000 / part.length)}</script>`.repeat(50)}`)).toBeDefined();
  },
);

test("a page under the heading that was asked for may speak of JavaScript", () => {
  const text = "<p>Adds a lamp to each corner of the page. Requires JavaScript and a browser of 2020 or later.</p>";
  const html = `<h1>Corner lamp</h1>${text}<p>Copy the line below, and put it where the page ends.</p><script src="/a.js"></script>`;
  expect(judgeHtml(html, { url: "https://site.example/docs/corner-lamp" }).verdict).toBe("ok");
  expect(judgeHtml(html).verdict).toBe("needs-javascript");
  const notice = html.replace(/<p>.*<\/p>/, "<p>You need to enable JavaScript to see this lamp.</p>");
  expect(judgeHtml(notice, { url: "https://site.example/docs/corner-lamp" }).verdict).toBe("needs-javascript");
});

test.each([
  "<h1>Loading bays</h1><p>Loading docks at the port open at six.</p>",
  "<h1>HTTP</h1><p>A browser that is redirected asks for the other address by itself, with the same method for status 307 and 308.</p>",
])("a page about loading or redirects is a page: %s", (html) => {
  expect(judgeHtml(`${html}<script src="/app.js"></script>`).verdict).toBe("ok");
});

test.each([
  "<h1>{{ lamp.name }}</h1><p>{{ lamp.price | currency }}</p><button>Add to cart</button>",
  "<h1>[[title]]</h1><p>[[summary]]</p>",
  "<h1>&lt;%= title %></h1><p>Price: &lt;%= price %></p>",
  "<h1>${name}</h1><p>${description}</p>",
  "<h1>undefined</h1><p>€ NaN</p><p>[object Object]</p>",
])("a page of places that no script has filled needs its scripts: %s", (html) => {
  const judgement = judgeHtml(`${html}<script src="/app.js"></script>`);
  expect(judgement.verdict).toBe("needs-javascript");
  expect(judgement.reason).toContain("where its words would stand");
});

test.each([
  ["<h1>{{ lamp.name }}</h1><p>{{ lamp.price }}</p>", 'still shows "{{ lamp.name }}"'],
  ['<main><h1>Lamps</h1><ul aria-busy="true"><li></li></ul></main>', 'around an empty <ul aria-busy="true">'],
])("a page that is not filled after its scripts have run is warned of: %s", (html, said) => {
  const url = "https://site.example/a";
  const capture = { status: 200, headers: [], requestedUrl: url, url, isRendered: true };
  const facts = factsOf(parse(`${html}<script src="/app.js"></script>`), capture, {});
  expect(judge(facts).verdict).toBe("ok");
  expect(unfinishedWarning(facts)).toContain(said);
});

test.each([
  "<h1>Variables</h1><p>{{ name }}</p><p>{{ price }}</p>",
  "<h1>{{ name }}</h1><p>A template for letters: put {{ name }} where the name of the lady or gentleman stands.</p>",
  "<h1>Undefined</h1><p>An album of eleven songs, from 1998.</p>",
  "<h1>Fog</h1><p>{{ comments }} comments</p>",
])("a page about such places, or with one, is a page: %s", (html) => {
  expect(judgeHtml(`${html}<script src="/app.js"></script>`).verdict).toBe("ok");
});

test.each([
  ['{"status":500,"error":"Internal Server Error","path":"/lamps/4"}', "internal server error"],
  ['{"errors":[{"message":"No field named lamp"}],"data":null}', "no field named lamp"],
  ['{"code":404,"message":"No such lamp"}', "no such lamp"],
  ['{"type":"about:blank","title":"Out of oil","status":503}', "out of oil"],
])("an error for programs in place of a page: %s", (json, said) => {
  const judgement = judgeHtml(`<pre>${json}</pre>`);
  expect(judgement.verdict).toBe("error-page");
  expect(judgement.reason).toContain(said);
});

test.each([
  '{"error":null,"data":{"name":"Brass lamp"}}',
  '{"errors":[{"message":"No stock for 3"}],"data":{"name":"Brass lamp"}}',
  '{"error":"E42","lamp":"Brass lamp","day":"Monday"}',
  '{"message":"Lamps are lit at six.","lamp":"Brass"}',
  "{a lamp}",
])("data is no error: %s", (json) => {
  expect(judgeHtml(`<pre>${json}</pre>`).verdict).toBe("ok");
});

const menu =
  "<header><a href=/>Harbour</a><nav><a href=/a>Lamps</a> <a href=/b>Oil</a> <a href=/c>Wicks</a></nav></header>";

test.each([
  "<title>LampNotFound at /lamps/4</title><h1>KeyError</h1><p>'wick'</p><pre>File &quot;/srv/lamps/views.py&quot;, line 31, in show</pre><p>The debugger caught an exception in your application.</p>",
  "<h1>NoMethodError in LampsController#show</h1><h2>undefined method 'oil' for nil</h2><pre>app/controllers/lamps_controller.rb:12:in 'show'</pre>",
  "<pre>panic: nil pointer dereference<br>goroutine 41 [running]:<br>main.show(0xc0)<br>/srv/lamps/server.go:118</pre>",
  "<h1>Class &quot;App\\Lamp&quot; not found</h1><div>PHP 8.2.12</div><p>app/Http/LampController.php:19</p>",
  "<pre>TypeError: Cannot read properties of undefined (reading 'oil')<br>at /srv/lamps/server.js:40:11</pre>",
  "<h1>Palvelinvirhe sovelluksessa '/'.</h1><h2>Object reference not set to an instance of an object.</h2><p>Kuvaus: pyynnön aikana tapahtui käsittelemätön poikkeus.</p>",
  "<p>DB query error.</p><p>[Lamp\\Db\\SqlQueryException] MySQL query error: (1194) Table 'lamps' is marked as crashed</p><p>/srv/lamps/connection.php:126 #0: Lamp\\Db->query(string)</p>",
  "<h1>Errore del server nell'applicazione '/'.</h1><h2>Riferimento a un oggetto non impostato su un'istanza di oggetto.</h2><p>Dettagli eccezione: System.NullReferenceException</p>",
  `${menu}<p>1054 Unknown column 'l.oil' in 'where clause' SQL=SELECT l.id FROM lamps AS l WHERE l.oil = 1</p>`,
])("what a program shows when it fails is an error page: %s", (html) => {
  expect(judgeHtml(html)).toMatchObject({ verdict: "error-page", reason: expect.stringContaining("of a program") });
});

test.each([
  "<h1>TimeoutError</h1><p>Thrown once the given time has passed. The lamp stays lit, and another keeper may take it.</p><pre>TimeoutError: no keeper within 500 ms\n  at take (lamps.js:41:11)</pre>",
  "<h1>Lamp</h1><p>A lamp.</p><h2>new</h2><pre># File lib/lamp.rb, line 12\ndef initialize\n  @oil = 1\nend</pre>",
  "<h1>IndexError when a list is empty</h1><p>Reported by Mara.</p><pre>File &quot;tiny.py&quot;, line 3, in first</pre><p>Mended in 2.1.</p>",
  "<h1>The Null Exception</h1><p>A freighter, lost on line 9 between the outer moons. Her captain kept a parrot.</p>",
])("a page about failures of programs, or with lines of them, is a page: %s", (html) => {
  expect(judgeHtml(html).verdict).toBe("ok");
});

test("a question about a failure that was asked for by its name is a page", () => {
  const html =
    "<h1>LampError when lit</h1><h2>LampError in Wick</h2><p>It says so at dusk.</p><pre>at light (lamp.js:4:11)</pre>";
  expect(judgeHtml(html.replace(" when lit", "")).verdict).toBe("error-page");
  const url = "https://forum.example/questions/41/lamperror-in-wick";
  expect(judgeHtml(html.replace(" when lit", ""), { url }).verdict).toBe("ok");
});

test("a note that PHP writes above a page does not stand in its way", () => {
  const note =
    "<br /><b>Warning</b>: include(/srv/banner.php): Failed to open stream: No such file or directory in <b>/srv/index.php</b> on line <b>7</b><br />";
  const page =
    "<h1>Summer boats</h1><p>The boat to the lamp islands leaves at nine and at four. Children ride free, dogs pay half.</p>";
  expect(judgeHtml(`${note}${page}`).verdict).toBe("ok");
  expect(judgeHtml(note).verdict).toBe("error-page");
});

test.each([
  "<title>Lampdesk - Installation</title><h1>Welcome to Lampdesk</h1><form><label>Database name</label><input><label>Password</label><input type=password><button>Go on</button></form>",
  "<h1>Lampwolke</h1><form><p>Administrator-Konto anlegen</p><input><input type=password><p>Datenbank einrichten</p><input><button>Los</button></form>",
  `${menu}<h1>Hello world!</h1><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p>`,
])("software that nobody has set up is an unused address: %s", (html) => {
  expect(judgeHtml(html).verdict).toBe("parked-domain");
});

test.each([
  "<h1>Installation</h1><p>Our fitters hang your lamps in two days. Tell us about your house and we ring you.</p><form><input placeholder=Name><input placeholder=Telephone><input placeholder=Town><button>Ring me</button></form>",
  "<h1>Lorem ipsum</h1><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.</p>",
  `${menu}<h1>Where lorem ipsum comes from</h1><p>A printer of the sixteenth century cut up a passage of Cicero, so that nobody would read it.</p><p>Lorem ipsum dolor sit amet.</p>`,
])("a form of fitters and a page about or of filler text alone are pages: %s", (html) => {
  expect(judgeHtml(html).verdict).toBe("ok");
});

test("a page of a site whose text only fills its design has no text of its own", () => {
  const text = "Lorem ipsum dolor sit amet, consetetur sadipscing elitr, sed diam nonumy eirmod tempor invidunt.";
  expect(judgeHtml(`${menu}<h1>Services</h1><h3>Wicks</h3><p>${text}</p>`)).toMatchObject({
    verdict: "empty",
    reason: expect.stringContaining("lorem ipsum"),
  });
});

test.each([
  "<h1>Lamps</h1><label><input type=checkbox> Brass (0)</label><label><input type=checkbox> Glass (0)</label><p>0 products</p>",
  "<h1>Lampen</h1><select><option>Messing</option></select><input><p>Leider entspricht kein Artikel Ihrer Auswahl.</p>",
  "<h1>Lampes</h1><button>Prix</button><button>Taille</button><p>0 résultat</p>",
  "<h1>Lámpák</h1><select><option>réz</option></select><input><p>Nincs a keresésnek megfelelő hirdetés.</p>",
  "<h1>Lampes à huile</h1><label><input type=checkbox> Laiton</label><p>0 lampes</p>",
  "<h1>Lampen</h1><input><select><option>Messing</option></select><p>Hier liegt gerade nichts im Regal.</p>",
  "<h1>ランプ一覧</h1><select><option>真鍮</option></select><select><option>硝子</option></select><p>条件に一致する商品が見つかりませんでした。</p>",
])("a list between filters that has nothing in it is no page: %s", (html) => {
  expect(judgeHtml(`${menu}${html}`).verdict).toBe("soft-404");
});

test.each([
  [
    "/search?q=whale+oil",
    "<h1>Search results</h1><p>Your search for whale oil did not match any of our lamps.</p><p>Check your spelling.</p>",
  ],
  [
    "/suche?begriff=tran",
    "<h1>Suche im Lager</h1><p>Ihre Suche nach <em>Tran</em> ergab keine Treffer.</p><p>Tipp: weniger Suchbegriffe verwenden.</p>",
  ],
  ["/traghetti/risultati?da=Faro", "<h1>Faro, 3 dicembre</h1><p>Non abbiamo trovato traghetti per la data scelta.</p>"],
])("a search that found nothing is no page: %s", (path, html) => {
  expect(judgeHtml(`${menu}${html}`, { url: `https://site.example${path}` }).verdict).toBe("soft-404");
  const instead =
    "<section><h2>Book of the month</h2><p>Lamps burned whale oil until rock oil was cheaper, and then nobody hunted for light.</p></section>";
  expect(judgeHtml(`${menu}${html}${instead}`, { url: `https://site.example${path}` }).verdict).toBe("soft-404");
  const found = html.replace(/<p>.*/, "<p>1 result</p>") + instead;
  expect(judgeHtml(`${menu}${found}`, { url: `https://site.example${path}` }).verdict).toBe("ok");
});

test.each([
  "<h1>Lamps</h1><label><input type=checkbox> Brass</label><p>1 product</p><a href=/1>Storm lamp</a> £24<p>No results? Ring us.</p>",
  "<h1>First frost</h1><p>The dahlias went black overnight, and the lamp froze.</p><h3>0 comments</h3><label><input type=checkbox> Remember me</label><button>Send</button>",
  "<h1>Wicks</h1><p>A box of wicks came.</p><h3>0 comments</h3><p>Nobody has said anything here yet.</p><label><input type=checkbox> Mail me</label>",
  "<h1>Round 4</h1><select><option>Round 4</option></select><select><option>All</option></select><p>Ada 1, Bo 0. No results from board five.</p>",
  "<h1>Timers</h1><label><input type=radio> npm</label><label><input type=radio> pnpm</label><pre>npm i timers</pre><table><tr><td>delay</td><td>0 seconds</td></tr><tr><td>tries</td><td>0 retries</td></tr></table><p>Both may be left out.</p>",
  "<h1>Jobs</h1><button>Menu</button><button>Search</button><p>There are no jobs to give away, but write to lamps@harbour.example anyway.</p>",
])("a list that holds something, and a page that says more, are pages: %s", (html) => {
  expect(judgeHtml(`${menu}${html}`).verdict).toBe("ok");
});

test.each([
  "<h1>Your browser is too old</h1><p>To see our lamps please update to a recent version of one of these browsers:</p><a href=https://a.example>A</a>",
  "<h2>Ваш браузер устарел</h2><p>Чтобы карта открылась, обновите браузер или установите другой.</p>",
  "<p>お使いのブラウザは古いため、このページを表示できません。最新のブラウザをご利用ください。</p>",
  "<h1>Cookies are turned off</h1><p>This page cannot be shown unless your browser accepts cookies. Turn them on and try the link again.</p>",
])("a page that shows nothing to the visitor's browser turns it away: %s", (html) => {
  expect(judgeHtml(`${menu}${html}`).verdict).toBe("blocked");
});

test.each(["Klikněte na obrázky s majákem", "灯台の写真を選んでください"])(
  "pictures to tick stand in the way, whatever is asked about them: %s",
  (text) => {
    const pictures = [1, 2, 3, 4, 5, 6].map(
      (at) => `<label><input type=checkbox><img src=/i/${at}.jpg alt=""></label>`,
    );
    const html = `<h2>${text}</h2><form>${pictures.join("")}<button>OK</button></form>`;
    expect(judgeHtml(html)).toMatchObject({ verdict: "blocked", reason: expect.stringContaining("to tick") });
    expect(judgeHtml(html.replaceAll("</label>", " Lighthouse at dusk</label>")).reason).not.toContain("to tick");
    const gallery = `<h1>Quay</h1>${html}`;
    expect(judgeHtml(gallery).reason).not.toContain("to tick");
  },
);

const sum = (text: string) =>
  `<p>${text}</p><script>(async()=>{let n=0;while(!(await digest("SHA-256","f3"+n)).startsWith("0000"))n++;location.href="/.sum?n="+n})()</script>`;

test.each(["Three seconds, please.", "Venter på en liten utregning.", "少々お待ちを"])(
  "a sum that the browser has to work out stands in the way, whatever the page says: %s",
  (text) => {
    expect(judgeHtml(sum(text))).toMatchObject({ verdict: "blocked", reason: expect.stringContaining("a sum") });
    expect(judgeHtml(`${sum(text)}<input placeholder=Text>`).verdict).not.toBe("blocked");
  },
);

test.each([
  "<h1>만 19세가 넘으셨나요?</h1><button>네</button><button>아니요</button>",
  "<h2>Masz skończone 18?</h2><p>Nasze miody dojrzewają latami.</p><a href=/?t>Tak</a> <a href=/x>Nie</a>",
  "<h1>כבר חגגת 18?</h1><button>כן, נכנסים</button><button>עוד לא</button>",
])("a question with the age of consent, and buttons to answer it, is an age gate: %s", (html) => {
  expect(judgeHtml(html).verdict).toBe("age-gate");
});

test.each([
  "<h1>Muss ich 18 sein?</h1><p>Nein, ab 14 mit Einwilligung der Eltern.</p><button>Ja</button><button>Nein</button>",
  "<h1>Primes, question 4 of 10</h1><p>Which of these two is prime: 19 or 21?</p><button>19</button><button>21</button>",
])("a question that readers ask, or a riddle, asks nobody's age: %s", (html) => {
  expect(judgeHtml(html).verdict).toBe("ok");
});

test("a report with the times at which things happened is a page", () => {
  const words = "<p>The site is down for maintenance, it said.</p>";
  const lines = ["2:00 the pump stops", "2:40 a lamp fails", "4:25 all lamps lit"].map((line) => `<li>${line}</li>`);
  expect(judgeHtml(words).verdict).toBe("maintenance");
  expect(judgeHtml(`<h1>4 March</h1>${words}<ul>${lines.join("")}</ul>`).verdict).toBe("ok");
});

test.each([
  "<dialog><h2>Sign in to continue</h2><input type=email><input type=password><button>Sign in</button></dialog>",
  "<div class=login hidden><h2>Sign in to continue</h2><input type=email><input type=password></div>",
  "<div class='modal fade' aria-hidden=true><h2>Sign in to continue</h2><input type=email><input type=password></div>",
])("a closed window to sign in does not stand in the way, and an open one does: %s", (dialog) => {
  const html = `<div><button>Menu</button></div>${dialog}<h1>Leek tart</h1><p>Soften four leeks.</p>`;
  expect(judgeHtml(html).verdict).toBe("ok");
  const open = html.replace("<dialog", "<dialog open").replace(/ hidden| aria-hidden=true/, "");
  expect(judgeHtml(open).verdict).toBe("login-wall");
});

test("a page about browsers and cookies that was asked for by its name is a page", () => {
  const html =
    "<h1>Update your browser</h1><p>Open the menu and choose Help. The browser looks for a newer version and installs it by itself.</p>";
  expect(judgeHtml(`${menu}${html}`, { url: "https://site.example/help/update-browser" }).verdict).toBe("ok");
  const cookies =
    "<h1>Cookies op deze website</h1><p>De bibliotheek gebruikt alleen cookies die nodig zijn om de website te laten werken en om bezoek te tellen.</p><p>U kunt cookies weigeren in uw browser. De website blijft dan bruikbaar, maar inloggen lukt niet.</p>";
  expect(judgeHtml(`${menu}${cookies}`, { url: "https://site.example/cookies" }).verdict).toBe("ok");
});

test.each([
  "<table><tr><td><a href=/>Lamps</a></td><td><a href=/oil>Oil</a></td></tr></table><img src=/i/ajax-loader2.gif>",
  `${menu}<div class=list><div class="card lamp-skeleton"></div><div class="card lamp-skeleton"></div></div>`,
  `${menu}<h1>Lamps today</h1><div class=lamp-skeleton></div><div class=lamp-skeleton></div>`,
  `${menu}<div class=list><div class=LampSkeleton></div><div class=LampSkeleton></div></div>`,
  "<div><a href=/>Lamps</a> <a href=/oil>Oil</a></div><img src=data:image/gif;base64,R0lGODlhAQABAAAAACw=><img src=/i/loading_big.gif>",
])("a page of a loading picture or grey boxes needs its scripts: %s", (html) => {
  expect(judgeHtml(`${html}<script src="/app.js"></script>`).verdict).toBe("needs-javascript");
  const picture = '<img src="/lamp.jpg" alt="A lamp">';
  expect(judgeHtml(`${html}${picture}<script src="/app.js"></script>`).verdict).toBe("ok");
});

test("grey boxes need their scripts even where the main content is known to be empty", () => {
  const html = `${menu}<ul><li class=lamp-skeleton></li><li class=lamp-skeleton></li></ul><script src="/app.js"></script>`;
  const url = "https://site.example/a";
  const facts = factsOf(parse(html), { status: 200, headers: [], requestedUrl: url, url }, {});
  expect(judge({ ...facts, contentCharacters: 0 }).verdict).toBe("needs-javascript");
});

test("pictures that a script loads later are there, though a loading picture holds their place", () => {
  const pictures = [1, 2, 3].map((at) => `<img src=/i/loading.gif data-src=/lamps/${at}.jpg alt="">`).join("");
  const html = `<div><a href=/>Lamps</a> <a href=/oil>Oil</a></div>${pictures}<script src="/app.js"></script>`;
  expect(judgeHtml(html).verdict).toBe("ok");
});

test.each<readonly [string, string]>([
  ["login-wall", "<h1>You were away for a while</h1><p>To keep your lamps safe we have ended your session.</p>"],
  ["login-wall", "<h2>La sessione è scaduta</h2><p>Torna alla pagina iniziale per ricominciare.</p>"],
  ["blocked", "<p>Bu siteye erişim, mahkeme kararıyla engellendi. Karar no: 2023/114.</p>"],
  [
    "soft-404",
    "<b>Message du forum</b><br>Discussion spécifiée non valide. Si vous avez suivi un lien valide, merci de prévenir l'administrateur.",
  ],
  ["error-page", "<h1>Erro ao estabelecer uma conexão com o banco de dados</h1>"],
  ["error-page", "<h3>कुछ गलत हो गया</h3><p>सर्वर में तकनीकी समस्या के कारण आपका अनुरोध पूरा नहीं हो सका।</p>"],
])("%s in other tongues: %s", (verdict, html) => {
  expect(judgeHtml(`${menu}${html}`).verdict).toBe(verdict);
});

test.each([
  "<h1>Design your own 404 page</h1><p>Visitors see this page when a link is broken. Choose a layout and write your own text.</p>",
  "<h1>Storm lamp</h1><p>£34</p><p>Hand-blown glass, 35 cm. This glass is no longer available once the batch is gone.</p>",
  "<h1>History</h1><h3>12 January</h3><p>The site was unavailable from 9:10 to 9:32.</p><h3>3 January</h3><p>Payments failed for a while.</p>",
  "<h1>Build a login page</h1><p>If a session has expired, the component says so.</p><pre>sign-in --lamp</pre>",
  '<h1>4.2.1</h1><ul><li>Fixed "Page not found" after a plot is renamed</li><li>Faster maps</li></ul>',
  "<h1>Changelog</h1><h3>3.1</h3><p>Fixed a crash on the tide page.</p><h3>3.0</h3><p>Fixed: session expired after one minute.</p>",
  "<h1>No puedo entrar</h1><p>Comprueba el correo. Si aparece «debes iniciar sesión para leer», borra las cookies.</p>",
  "<h1>Fog</h1><p>Utställningen visar en skylt: ”Du måste logga in för att läsa vidare”. Fri entré.</p>",
  "<h1>Nichts</h1><p>„Hier ist nichts“, sagte das Kind und zeigte auf alles.</p>",
  "<h1>Kan ik kijken met een VPN?</h1><p>Nee. Door uitzendrechten zijn onze films alleen in Nederland te zien.</p>",
])("a page that tells of such messages, or of their time, is a page: %s", (html) => {
  expect(judgeHtml(`${menu}${html}`).verdict).toBe("ok");
});

test("a page of frames says so, and a server's picture of itself is told by its title", () => {
  expect(
    judgeHtml('<html><frameset cols="20%,80%"><frame src="a.html"><frame src="b.html"></frameset></html>'),
  ).toEqual({
    verdict: "empty",
    reason: "the page is made of frames (2), each a page at an address of its own",
  });
  const picture =
    '<title>IIS Windows Server</title><a href="https://iis.example/"><img src="iisstart.png" alt="IIS"></a>';
  expect(judgeHtml(picture).verdict).toBe("parked-domain");
});

test("judging a page takes time linear in its size, whatever it repeats", () => {
  const pieces = [
    "<div id=root>",
    "<h1>not found",
    "you must be logged in to ",
    "<noscript>",
    "&#x200b; ",
    "<a href=/login>log in</a>",
    "{{ ",
    "<div aria-busy=true>",
    '{"error":',
  ];
  for (const piece of pieces) expect(judgeHtml(piece.repeat(20_000)).reason).not.toBe("");
});

test.each([
  [
    405,
    '<body id="distilIdentificationBlock"><h1>Sorry for the break</h1><p>Something about your browser made us think of a lamp.</p><form id="distilCaptchaForm" action="/distil_r_captcha.html"></form>',
    "Distil",
  ],
  [
    418,
    "<title>Checking you are not a bot</title><h1>Checking you are not a bot</h1><p>Loading challenge</p><footer>Protected by go-away</footer>",
    "go-away",
  ],
  [
    200,
    '<title>Queue-it</title><h1>You are now in line.</h1><p>Lamps are lit in turn.</p><p>Your number in line: <span id="MainPart_lbQueueNumber">41</span></p>',
    "Queue-it",
  ],
])("more that stands before pages: %i %s", (status, html, vendor) => {
  expect(judgeHtml(html, { status })).toMatchObject({ verdict: "blocked", reason: expect.stringContaining(vendor) });
});

test("a status that no standard knows turns crawlers away", () => {
  const asked = { status: 999, requestedUrl: "https://site.example/in/mara" };
  const form = "<h1>Join Lampdin</h1><form><input name=mail><input type=password><button>Join</button></form>";
  expect(judgeHtml(form, { ...asked, url: "https://site.example/authwall?to=mara" }).verdict).toBe("login-wall");
  expect(judgeHtml("<p>Request denied</p>", asked).verdict).toBe("blocked");
  expect(judgeHtml("<h1>No lamp here</h1>", { ...asked, status: 404 }).verdict).toBe("ok");
});

const purposes = [
  "to light our lamps",
  "to count who came",
  "to see which lamp is broken",
  "to keep thieves out",
  "to plan new lamps",
];
test.each([
  ["https://consent.site.example/ml?continue=lamps", "<h1>Before you continue to Lamps</h1>"],
  ["https://site.example/cookiewall?to=lamps", "<h1>Your privacy</h1>"],
])("a page that asks for consent at an address of its own, for a long list of purposes: %s", (url, heading) => {
  const list = `<ul>${purposes.map((purpose) => `<li>${purpose}</li>`).join("")}</ul>`;
  const html = `${heading}<p>We use cookies and data</p>${list}<p>If you agree, we and our partners use cookies to show personalised advertising, too.</p><button>Reject all</button><button>Accept all</button>`;
  expect(judgeHtml(html, { url }).verdict).toBe("consent-wall");
  expect(judgeHtml(html, { url: "https://site.example/cookie-settings" }).verdict).toBe("ok");
});

const begun =
  "<h1>The last keeper</h1><p>By Mara Lindt</p><p>The lamp had been cold for a week when she climbed the stairs again.</p>";
test.each([
  '<div data-component="Paywall"><p>Jetzt freischalten</p><p>Das Heft kommt am Montag, und wer es hat, der liest.</p></div>',
  "<h3>Suscríbete para seguir leyendo</h3><p>Lee sin límites</p><p>¿Ya tienes una suscripción? <a href=/in>Inicia sesión</a></p>",
  "<h2>Registrieren oder abonnieren, um weiterzulesen</h2><p>Mit dem Digitalabo: 4 Wochen für 1 Euro.</p><a href=/abo>Testen</a>",
])("a text that ends in a demand to pay, whose terms come later: %s", (wall) => {
  expect(judgeHtml(`${menu}<article>${begun}${wall}</article>`).verdict).toBe("paywall");
});

test.each([
  "pmpro_content_message",
  "mepr-unauthorized-message",
  "gh-post-upgrade-cta",
  "wc-memberships-restriction-message",
])("what a membership plugin puts in the place of a text, in whatever words: %s", (name) => {
  const message = `<div class="${name}"><p>The stairs go on for silver and gold keepers.</p></div>`;
  expect(judgeHtml(`${menu}<article>${begun}${message}</article>`).verdict).toBe("paywall");
  const list = ["The first keeper", "The second keeper", "The third keeper"]
    .map((title) => `<article><h2><a href=/k>${title}</a></h2><p>${title} came in May.</p>${message}</article>`)
    .join("");
  expect(judgeHtml(`${menu}<h1>Keepers</h1>${list}`).verdict).toBe("ok");
});

test.each([
  "<h1>Lighting</h1><p>Click here to download the full example code, or run this example in your browser: you need JavaScript.</p>",
  "<h1>Lamps 2.1</h1><p>Mended a failure:</p><pre>Traceback (most recent call last):\n  File &quot;lamps.py&quot;, line 3, in light\nKeyError: 'wick'</pre>",
])("a page that a documentation generator wrote speaks of messages, and is none: %s", (html) => {
  expect(judgeHtml(`<meta name=generator content="Docutils 0.19">${menu}${html}`).verdict).toBe("ok");
  expect(judgeHtml(`${menu}${html}`).verdict).not.toBe("ok");
});

test("what stands in an `iframe` for browsers without frames is no part of a page", () => {
  const lamp = (instead: string) =>
    judgeHtml(
      `${menu}<h1>Lamp Class Reference</h1><iframe src=lamp.svg>${instead}</iframe><script src=/x.js></script>`,
    );
  expect(lamp("<p><b>This browser is not able to show SVG: try another one instead.</b></p>")).toEqual(lamp(""));
});

test.each(["style='display:none'", "hidden", "aria-hidden=true role=dialog"])(
  "a box for subscribers that is hidden (%s) is nothing that the page says",
  (hiding) => {
    const choice = "<p>Mit Werbung weiterlesen oder im Pur-Abo? <a href=#>Ändern</a></p>";
    const text =
      "<h1>Die Karriere der Laterne</h1><p>Um das Licht rankt sich eine Legende. Der Wärter, der es wissen muss, nennt sie Unsinn.</p><p>Text: Mara Abel</p>";
    const box = (attributes: string) => `<div class=paywall-teaser ${attributes}>Exklusiv für Abonnenten</div>`;
    expect(judgeHtml(`${choice}${menu}${text}${box(hiding)}`).verdict).toBe("ok");
    expect(judgeHtml(`${choice}${menu}${text}${box("")}`).verdict).toBe("paywall");
  },
);

test("who may contribute below a text has no say in who may read it", () => {
  const text =
    "<p>Depuis dix ans, elle range les mèches par taille et compte les nuits sans lune dans un cahier bleu.</p>";
  const below =
    "<h4>Contribuer</h4><p>L'espace des contributions est réservé aux abonnés. Abonnez-vous pour accéder à cet espace d'échange et contribuer à la discussion.</p>";
  expect(
    judgeHtml(`${menu}<article><h1>La gardienne</h1>${text}${text}</article><section>${below}</section>`).verdict,
  ).toBe("ok");
});

test.each([
  "<title>The domain name lampcraft.example is for sale</title><p>The domain name</p><h1>lampcraft.example</h1><p>is for sale!</p><h3>Make an offer</h3><input><ul><li>Free help</li><li>Safe payments</li></ul>",
  "<h1>lampcraft.example</h1><h2>Related Links</h2><ul><li><a href=#>Oil lamps</a></li><li><a href=#>Wicks</a></li></ul><p>The Sponsored Listings displayed above are served automatically by a third party.</p>",
])("a name for sale: %s", (html) => {
  expect(judgeHtml(html, { url: "https://lampcraft.example/" }).verdict).toBe("parked-domain");
});

test.each([
  [
    "/news/rattarada",
    "<article><h1>Haapsalus sündis rattarada</h1><p>Kolme kilomeetri pikkune rada viib randa.</p></article><p>Kommenteerimiseks logi sisse.</p>",
  ],
  [
    "/2023/bassin",
    "<article><h1>Le bassin vidé</h1><p>Le bassin est à sec depuis lundi. La remise en eau est prévue samedi.</p></article><p>Pour réagir à cet article, vous devez être abonné. Déjà abonné ? Connectez-vous.</p>",
  ],
  [
    "/obituaries/ada-fern",
    "<article><h1>Ada Fern, mapmaker, 94</h1><p>She drew the first maps of the trails by hand, walking most of them herself.</p></article><aside>You are reading one of your free articles. Subscribe for $1.99 a week.</aside>",
  ],
  [
    "/ayuda/no-puedo-iniciar-sesion",
    "<h1>No puedo iniciar sesión</h1><p>El usuario es el número de tu carné sin espacios y la contraseña inicial, tu año de nacimiento. La web te pedirá cambiarla.</p>",
  ],
  [
    "/index.php?topic=41",
    "<p>Добро пожаловать, <b>Гость</b>. Пожалуйста, <a href=/in>войдите</a> или <a href=/up>зарегистрируйтесь</a>.</p><h3>Тема: Рыжики</h3><div><b>Анна</b><p>Солила в прошлом году, сухим способом, сразу под гнёт.</p></div>",
  ],
  [
    "/empleo/auxiliar",
    "<h1>Auxiliar</h1><p>Se convoca una plaza de auxiliar a media jornada para la biblioteca municipal.</p><p>Se valorará el conocimiento del programa con que trabaja la biblioteca.</p><h2>Funciones</h2><ul><li>Atención al público y préstamo de libros</li><li>Colocación y expurgo de fondos</li></ul><h2>Retribución</h2><p>845 euros al mes.</p>",
  ],
  [
    "/hilfe/fehlerseiten",
    "<h1>Eigene 404-Fehlerseite einrichten</h1><p>Sonst zeigt der Server die Meldung 404, Seite nicht gefunden. Legen Sie eine Datei in Ihr Verzeichnis.</p><pre>ErrorDocument 404 /fehler.html</pre>",
  ],
  [
    "/prawo/lampy-dla-dzieci",
    "<h1>Lampy naftowe a małoletni</h1><p>Zgodnie z art. 9 sklep nie sprzedaje nafty osobom, które nie ukończyły 18 lat. W razie wątpliwości sprzedawca może poprosić o dowód.</p><p>Za złamanie zakazu grozi grzywna do pięciu tysięcy złotych, a sklep może stracić zezwolenie.</p><p>Pytanie „Czy masz ukończone 18 lat?” na stronie nie wystarcza.</p>",
  ],
  [
    "/tarif/pirinc",
    "<h1>Tereyağlı pilav</h1><ul><li>2 su bardağı pirinç</li><li>3 su bardağı su, tuz</li></ul><ol><li>Pirinci yıkayıp süzün, tereyağında kavurun.</li><li>Suyu ekleyin, kısık ateşte on beş dakika pişirin.</li></ol><p>Listeye almak için giriş yapmalısınız.</p>",
  ],
  [
    "/topic/77",
    "<p>Здравствуйте, гость! <a href=/in>Вход</a> <a href=/up>Регистрация</a></p><h1>Фитиль коптит</h1><div><b>Марк</b><p>Лампа старая, фитиль новый, а стекло чёрное. В чём дело?</p></div><div><b>Лида</b><p>Подрежьте ровнее. [Файл доступен только зарегистрированным пользователям]</p></div>",
  ],
  [
    "/2024/sold-names",
    "<title>“This domain is for sale”: how a name finds its buyer</title><article><h1>“This domain is for sale”: how a name finds its buyer</h1><p>A page with the sentence “this domain is for sale” earns next to nothing for years.</p><p>Then a brewer calls, and a name that cost nine dollars pays for a boat.</p></article>",
  ],
  [
    "/showthread.php?t=9",
    "<table><tr><td>Welcome, Unregistered. If this is your first visit, you may have to <a href=/up>register</a> before you can post. <form><input name=user><input type=password name=p><input type=submit></form></td></tr></table><table><tr><td><b>wickman</b><div>Which oil do you burn on deck? Mine smokes in the wind.</div></td></tr><tr><td><b>Bo K.</b><div>Rape oil, and a taller chimney.</div></td></tr></table>",
  ],
  [
    "/biere/hafenbock",
    "<div class=gate aria-hidden=true><h2>Bist du schon 18?</h2><button>Ja</button><button>Nein</button></div><h1>Hafenbock</h1><p>6,8 % vol. Dunkel wie der Kai bei Regen, mit Noten von Malz und Teer.</p><p>Passt zu Räucherfisch und langen Abenden am Ofen.</p>",
  ],
  [
    "/anzeige/kuechenofen-1190",
    "<article><h1>Küchenofen Hafen Nr. 25</h1><p>280 € VB</p><p>Schöner alter Ofen, Ringe ganz, Türen etwas schwergängig.</p><p>Verkäufer: Mara. <a href=/in>Melden Sie sich an, um die Telefonnummer zu sehen</a></p></article>",
  ],
  [
    "/item/1190",
    "<article><h1>Дровяная плита</h1><p>9 000 ₽</p><p>Старая плита, кольца целые, дверцы немного тугие.</p><p>Продавец: Галина. <a href=/in>Войдите, чтобы увидеть номер телефона</a></p></article>",
  ],
])("what a page says beside its text, or of such things, stands in nobody's way: %s", (path, html) => {
  expect(judgeHtml(`${menu}${html}`, { url: `https://site.example${path}` }).verdict).toBe("ok");
});

test.each<readonly [Verdict, string]>([
  [
    "blocked",
    "<h1>Your access to this site has been limited by the site owner</h1><p>Your access to this service has been limited. (HTTP response code 503)</p><p>If you think you have been blocked in error, contact the owner of this site for assistance.</p><h2>Block technical data</h2><table><tr><th>Block reason:</th><td>Exceeded the maximum number of page requests per minute for crawlers.</td></tr></table><h3>About Lampfence</h3><p>Lampfence is a plugin that five million harbours use.</p><p>The owner of this site lets Lampfence say who may come near.</p><p id=gen>Written by Lampfence at dusk on the seventh of November.</p>",
  ],
  [
    "blocked",
    "<b>Η πρόσβαση στον ιστότοπο δεν επιτρέπεται</b><p>Ο πάροχός σας υποχρεούται να διακόψει τη σύνδεση με τη λοταρία των φανών.</p>",
  ],
  [
    "blocked",
    "<h1>Ficheiro com acesso limitado</h1><p>O documento (lampiao.pdf) está sob embargo até 1 de março.</p><a href=/pedir>Pedir uma cópia</a>",
  ],
  [
    "blocked",
    "<title>Automated access requires a licence | Lamp Ledger</title><header><b>Lamp Ledger</b></header><h1>This request looks like it came from an AI crawler</h1><p>Lamp Ledger makes its reports available to AI systems under licence. The client that made this request did not present a valid payment header, so the report was not returned.</p><ul><li>Price of this report: <code>USD 0.02</code></li><li>Accepted: <code>crawler-lamp-price</code></li></ul><p>If you are a person reading this in a browser, please write to <a href=mailto:a@lamps.example>a@lamps.example</a> and quote <code>LL-7</code>.</p>",
  ],
  [
    "login-wall",
    "<h1>Velg innlogging</h1><p>Du er på vei til Fyrboka.</p><p>Bruk elektronisk ID for å komme videre.</p><ul><li><button>BankLys</button></li><li><button>Fyr-ID</button></li></ul>",
  ],
  [
    "login-wall",
    "<h1>Wybierz sposób logowania</h1><p>Przechodzisz do Księgi Latarni.</p><button>Profil morski</button><button>e-dowód</button>",
  ],
  [
    "login-wall",
    "<title>401 Unauthorized</title><h1>Unauthorized</h1><p>This server could not verify that you are authorized to access the document requested.</p><address>Apache Server at lamps.example Port 443</address>",
  ],
  [
    "soft-404",
    "<title>Urząd Latarni - Serwis Latarni</title><ul><li><a href=#t>Przejdź do treści</a></li></ul><div><button>A</button><button>A+</button></div><div><ul><li><a href=/1>Latarnie</a></li><li><a href=/2>Oliwa</a></li><li><a href=/3>Knoty</a></li></ul></div><div><div>Strona główna » Artykuł</div><p>Artykuł nie istnieje lub został usunięty.</p></div><div><p>Urząd Latarni, ul. Portowa 4, godziny pracy: pn–pt 8.00–15.00</p><p>Deklaracja dostępności | RODO | Mapa strony | Licznik odwiedzin: 4113</p></div>",
  ],
  ["soft-404", "<div>Няма такава статия!</div><div>За реклама | Контакти | Общи условия за светлина</div>"],
  [
    "soft-404",
    "<div><a href=/k>Кабінет</a> <a href=/c>Кошик: 0 грн</a></div><h1>Ліхтарі та ґноти для човнів</h1><p>У цій категорії немає товарів.</p><a href=/>Продовжити</a><h5>Інформація</h5><ul><li>Про нас</li><li>Доставка</li></ul>",
  ],
  ["soft-404", "<h1>Lampor för båtar</h1><p>Det finns inga produkter i denna kategori.</p>"],
  ["soft-404", "<div><p>Záznam lampa.000417 neexistuje.</p></div>"],
  ["soft-404", "<p>couldnt_find_lamp</p>"],
  [
    "maintenance",
    "<h2>Радови на систему</h2><p>У току су радови на одржавању књиге светионика. Молимо вас да дођете касније.</p>",
  ],
  [
    "error-page",
    "<title>SQLSTATE[HY000] [2002] No such file (SQL: select * from `lamps`)</title><div>Lamp\\Database\\QueryException</div><p>lamp/src/Database/Connection.php:813</p><pre>// The keeper of the lamps keeps the bindings next to the query, so that whoever reads this at night finds them.</pre>",
  ],
  [
    "error-page",
    "<title>Laufzeitfehler</title><h1>Serverfehler in der Anwendung '/'.</h1><h2>Laufzeitfehler</h2><p>Auf dem Server ist ein Anwendungsfehler aufgetreten. Die Einzelheiten sind nur auf dem Server selbst zu sehen.</p><p>Erstellen Sie ein Tag &lt;customErrors&gt; in der Datei web.config.</p>",
  ],
  [
    "error-page",
    "<title>lamps.example | 522: Connection timed out</title><div id=cf-error-details><h1>Connection timed out <span>Error code 522</span></h1><p>The server behind the lamp did not answer in time. Please try again in a few minutes.</p></div>",
  ],
  [
    "parked-domain",
    "<title>網域已到期</title><h1>此網域名稱已到期</h1><p>lamp.example 已超過有效期限，目前暫停服務。</p><p>若您是網域擁有者，請登入會員中心完成續費。</p>",
  ],
  [
    "age-gate",
    "<h2>19세 미만 청소년 이용 불가</h2><p>이 정보내용은 청소년유해매체물로서 19세 미만의 청소년이 이용할 수 없습니다.</p><a href=#>성인 인증하기</a><a href=#>나가기</a>",
  ],
  [
    "age-gate",
    "<p>본 등불은 19세 이상만 이용 가능합니다.</p><p>로그인 후 성인 인증을 진행해 주세요.</p><a href=/in>로그인</a>",
  ],
  ["login-wall", "<h2>Logga in</h2><p>Logga in med ditt telefonnummer för att se lampan.</p><button>Fortsätt</button>"],
])("%s in the words of a server, a program or a catalogue: %s", (verdict, html) => {
  expect(judgeHtml(/^<(?:title|b)>/.test(html) ? html : `${menu}${html}`).verdict).toBe(verdict);
});

test.each([
  [
    "/rekord",
    "<h1>Rekord latarni</h1><p>Rekord z 1911 roku nie został pobity. Latarnik wszedł na górę w czterdzieści sekund.</p>",
  ],
  [
    "/records",
    "<h1>The record that was not found in any book</h1><p>Nobody wrote it down, but the keeper's record of nine nights awake still stands.</p>",
  ],
  [
    "/radovi",
    "<h1>Радови у Лучкој улици</h1><p>У току су радови на одржавању водоводне мреже. Вода стиже цистерном у седам и у деветнаест часова.</p>",
  ],
  [
    "/rad-na-obali",
    "<h1>Radovi na obali</h1><p>Zbog održavanja pristaništa brod do subote kreće sa sjevernog mola. Karte vrijede i dalje.</p>",
  ],
  [
    "/news/crawlers",
    "<h1>Ledger sells to machines</h1><p>From May, AI crawlers need a paid licence for the Lamp Ledger. The editor says that a reader will never notice, and that the money goes to the night desk.</p><p>Three other papers on the coast will follow in June.</p>",
  ],
  [
    "/news/embargo",
    "<h1>Oil embargo ends</h1><p>The document that lifts the embargo was signed on Monday. Whale oil may be landed again from the first of May.</p>",
  ],
  [
    "/plaz",
    "<h1>Dostęp do tej strony jeziora</h1><p>Brzeg północny jest zamknięty do lipca. Łodzie cumują przy moście.</p>",
  ],
  [
    "/beach",
    "<h1>Accès au phare</h1><p>L'accès à la tour n'est pas autorisé aux chiens. Les enfants montent gratuitement.</p>",
  ],
  [
    "/shop/cat",
    "<h1>Lamps</h1><p>There are no copper lamps in this category. All of ours are brass, and each comes with oil for a week and a spare wick from the harbour.</p><a href=/1>Storm lamp</a> £24",
  ],
  [
    "/kat",
    "<h1>Laternen</h1><p>In dieser Kategorie gibt es keine Produkte aus Kunststoff: Jede Laterne ist aus Messing und wird bei uns am Hafen gelötet.</p>",
  ],
  [
    "/id",
    "<h1>Elektronisk ID</h1><p>Du kan bruke elektronisk ID for å lese Fyrboka. Kodebrikken får du på biblioteket, og den virker i fire år.</p><p>Ta med pass eller førerkort når du henter den.</p>",
  ],
  [
    "/faq/login",
    "<h1>Wie wählen Sie die Anmeldeart?</h1><p>Klicken Sie oben rechts auf das Schloss. Wir empfehlen den Schlüssel, weil er ohne Netz geht.</p>",
  ],
  [
    "/p/api",
    "<h1>Errors of the lamp API</h1><table><tr><td>lamp_not_found</td><td>No lamp has this number</td></tr><tr><td>oil_low</td><td>Fill it</td></tr></table>",
  ],
  [
    "/p/7",
    "<div>Stołek dębowy</div><div>85 zł</div><ul><li>dąb</li><li>olejowany dwa razy</li></ul><p>Ręcznie toczony z jednej deski. Stoi na trzech nogach i nie skrzypi.</p><p>Produkt w tym kolorze nie jest już dostępny.</p>",
  ],
  [
    "/hilfe/provider",
    "<h1>Internetanbieter wechseln</h1><p>Der Internetanbieter muss die alte Leitung erst sperren, wenn die neue geht. Das dauert höchstens einen Tag.</p>",
  ],
  [
    "/limit",
    "<h1>Your access to the tower</h1><p>Your access to the tower is limited to one hour, because the stairs are narrow. Children climb free, and the keeper tells of storms.</p>",
  ],
  [
    "/guide/apache",
    "<h1>Passwords for a directory</h1><p>Whoever has none reads “This server could not verify that you are authorized to access the document requested.” Put the names into a file of their own.</p><pre>htpasswd -c lamps mara</pre>",
  ],
  [
    "/records/9981",
    "<title>Access Denied</title><h1>Access Denied</h1><h2>The Gatekeepers</h2><p>Released on 6 November · <b>7.4</b></p><p>The third record of the trio is half an hour of locked doors. “Too Many Requests” is the closest they have come to a love song, and “Request Blocked” repeats its one joke for six minutes.</p><ol><li>Forbidden</li><li>Too Many Requests</li><li>Session Expired</li></ol>",
  ],
  [
    "/disques/77",
    "<title>Accès refusé</title><h1>Accès refusé</h1><h2>Les Portiers</h2><p>Sorti le 6 novembre · 14/20</p><p>Un disque de portes closes : « Trop de requêtes » est presque une chanson d'amour, « Session expirée » se lit comme une blague de six minutes.</p><ol><li>Interdit</li><li>Session expirée</li></ol>",
  ],
  [
    "/issues/318",
    '<title>#318 - The lamp ignores "429 Too Many Requests" - harbour/lamp</title><h1>The lamp ignores "429 Too Many Requests" <span>#318</span></h1><div><p>Lamp 0.9 hammers the server. The body says “Rate limit exceeded, try again in 60 seconds”.</p></div><div><p>Mended in 0.9.3: we wait, at most five times.</p></div><p>Sign in to join in.</p>',
  ],
  [
    "/issues/319",
    "<title>#319 - La lampe ignore « 429 Too Many Requests » - port/lampe</title><h1>La lampe ignore « 429 Too Many Requests » #319</h1><div><p>La version 0.9 insiste. Le corps dit « Rate limit exceeded ».</p></div><div><p>Corrigé en 0.9.3.</p></div>",
  ],
  [
    "/issues/320",
    '<title>#320 - "Verify you are human" loop - harbour/lamp</title><h1>"Verify you are human" loop <span>#320</span></h1><div><p>On 0.4 the widget asks “Verify you are human” again and again.</p></div><div><p>Same as 3, closing.</p></div>',
  ],
  [
    "/board/view?no=882",
    "<title>19세 미만 이용 불가? 등불 등급 읽는 법</title><div><a href=#>자료실</a><a href=#>로그인</a></div><h3>19세 미만 이용 불가? 등불 등급 읽는 법</h3><span>작성자 교육팀 | 2026.07.14 | 조회 1,920</span><p>등불 등급은 네 가지입니다. 청소년이용불가 등급의 등불은 만 19세가 되는 해부터 켤 수 있으며, 성인 인증을 거쳐야 합니다.</p><p>등급 표시 옆의 작은 그림은 기름의 종류입니다.</p><a href=#>목록</a>",
  ],
  [
    "/beitrag?id=882",
    "<h3>Freigegeben ab 18? Die Stufen der Lampen</h3><p>Lampen ab 18 dürfen nur an Erwachsene abgegeben werden, im Netz gibt es dafür eine Altersprüfung.</p><p>Neben dem Kennzeichen steht, wie viel Öl sie fassen.</p><a href=#>Zur Liste</a>",
  ],
])("a page with the words of such messages is a page: %s", (path, html) => {
  expect(judgeHtml(`${menu}${html}`, { url: `https://site.example${path}` }).verdict).toBe("ok");
});

test.each<readonly [string, string, Facts]>([
  ["soft-404", "<title>Proizvod nije pronađen!</title><h1>Proizvod nije pronađen!</h1><a href=/>Nastavi</a>", {}],
  [
    "login-wall",
    "<h1>Hier geht's nur mit Parzelle weiter</h1><form><input name=user><input type=password><button>Weiter</button></form>",
    { status: 403 },
  ],
  [
    "error-page",
    '<title>Databasefeil</title><body id="error-page"><div class="wp-die-message"><h1>Feil ved opprettelse av databasetilkobling</h1></div>',
    {},
  ],
])("%s in few words: %s", (verdict, html, facts) => {
  expect(judgeHtml(html, facts).verdict).toBe(verdict);
});

test.each([
  "<p>Säljare: Mara. <a href=/in>Logga in för att visa telefonnummer</a> eller <button>Skriv</button></p>",
  "<p>Vendeuse : Mara. <a href=/in>Connectez-vous pour voir le numéro</a></p>",
])("an account that only writing to somebody takes stands in nobody's way: %s", async (contact) => {
  const html = `<title>Vedspis nr 25</title>${menu}<article><h1>Vedspis nr 25</h1><p>2 800 kr</p><p>Fin gammal vedspis. Ringarna är hela, luckorna lite trånga.</p>${contact}</article>`;
  const { metadata } = await readPage({ html, url: "https://site.example/a/1190" });
  expect(metadata.verdict).toBe("ok");
});

test.each([
  ["en", "You are now in line", "The lamp shop is full. This page turns by itself."],
  ["de", "Sie sind in der Warteschlange", "Zurzeit sind sehr viele im Laden. Ihre Wartezeit beträgt 12 Minuten."],
  ["ru", "Вы в очереди", "Сейчас в лавке много людей. Ждать примерно 12 минут."],
  ["zh", "您已进入排队", "当前人数较多，预计等待时间：12 分钟。"],
])("a line to wait in asks for itself again: %s", (_, heading, text) => {
  const line = (head: string) => `<title>Lamps</title>${head}<h1>${heading}</h1><p>${text}</p>`;
  expect(judgeHtml(line("<meta http-equiv=refresh content=20>"))).toMatchObject({
    verdict: "blocked",
    reason: expect.stringContaining("every 20 seconds"),
  });
  const station = `<meta http-equiv=refresh content=60><h1>Lamp station</h1><p>Wait for the lamp: 12 minutes. 14 boats are in line.</p>`;
  expect(judgeHtml(station).verdict).toBe("ok");
});

const toJoin = (title: string, heading: string) =>
  `<title>${title}</title><main><h2>${heading}</h2><form action=/join><label>Email</label><input><label>Password (6+ characters)</label><input type=password><p>By clicking Agree &amp; Join, you agree to the User Agreement.</p><button>Agree &amp; Join</button></form><p>Already a keeper? <button>Sign in</button></p></main>`;

test("the address of a wall is no page that anybody asks for, unlike one to sign in or up", async () => {
  const read = async (path: string, html: string) =>
    (await readPage({ html, url: `https://site.example${path}` })).metadata.verdict;
  const wall = toJoin("Sign Up | Keepers", "Join Keepers to see Mara’s full profile");
  for (const path of ["/authwall?trk=bf", "/signup-wall?to=%2Fmara", "/regwall/p/7"])
    expect(await read(path, wall)).toBe("login-wall");
  expect(await read("/signup", toJoin("Sign Up | Keepers", "Make the most of your lamp"))).toBe("ok");
  expect(await read("/login", toJoin("Log In | Keepers", "Welcome back"))).toBe("ok");
});

const toSignIn =
  "<title>Přihlásit se</title><form><label>Heslo<input type=password></label><button>Přihlásit se</button></form>";
const toChoose =
  "<title>Välj inloggningssätt</title><main><h1>Hur vill du logga in?</h1><p>Sidan kräver att du legitimerar dig.</p><ul><li><a href=/a/bankid>BankID</a></li><li><a href=/a/eid>Foreign eID</a></li></ul></main>";

test.each([
  ["/wp-login.php?redirect_to=https%3A%2F%2Fsite.example%2Fzpravodaj%2F&reauth=1", toSignIn],
  ["/realms/k/protocol/openid-connect/auth?client_id=library&redirect_uri=https%3A%2F%2Flib.example%2F77", toSignIn],
  ["/saml/sso?SAMLRequest=fVLJ&RelayState=2025-11", toChoose],
])("a page to sign in stands in the way of the page that its address names: %s", (path, html) => {
  expect(judgeHtml(html, { url: `https://site.example${path}` }).verdict).toBe("login-wall");
});

test.each(["/wp-login.php", "/login?lang=cs", "/login?next=%2F", "/login?return_to=https://site.example/"])(
  "a page to sign in that names no other page is what was asked for: %s",
  (path) => {
    expect(judgeHtml(toSignIn, { url: `https://site.example${path}` }).verdict).toBe("ok");
  },
);

test.each([
  ["<div id=message class=panel><h2 class=message-title>Informacja</h2><p>Lampa zgasła.</p></div>", "viewtopic"],
  ["<div id=fatal_error><h3>Tapahtui virhe!</h3><div>Lamppu sammui.</div></div>", "board"],
  ["<div id=elError class=ipsType_center><p>Lampa slocknade.</p><p>2F173/1</p></div>", "topic"],
])("a forum answers with a message of its program, in any words: %s", (html, section) => {
  expect(judgeHtml(`<body class="section-${section}">${menu}${html}`).verdict).toBe("soft-404");
});

test.each<readonly [string, string]>([
  [
    "maintenance",
    "<h2>MAJLIS DAERAH TELUK</h2><h3>Sistem e-Permit Bersepadu</h3><h1>Harap Maaf</h1><p>Sistem ini sedang diselenggara bagi tujuan naik taraf pelayan.</p><p>Perkhidmatan akan kembali beroperasi pada <b>8 Januari 2026 (Khamis), jam 8.00 pagi</b>.</p><p>Segala kesulitan amat dikesali.</p><p>Paparan terbaik menggunakan Chrome dengan resolusi 1280 x 1024.</p>",
  ],
])("%s in the words of more languages: %s", (verdict, html) => {
  expect(judgeHtml(html).verdict).toBe(verdict);
});

test.each([
  "<title>Access Denied by M. R. Tolliver</title><h1>Access Denied</h1><p>A night guard, a door that will not open, and a voice that insists he does not have permission to leave.</p><p>Paperback, 288 pages. ISBN 978-0-00-000000-2. £9.99</p>",
  "<h1>Domaine à vendre</h1><p>1 480 000 €</p><p>Ce domaine est à vendre avec stock et matériel : 22 hectares de vignes, maison de maître, chai.</p>",
])("goods that have the name of a message are a page: %s", (html) => {
  expect(judgeHtml(html).verdict).toBe("ok");
});

test("a forum's page that quotes a message says something else itself", async () => {
  const quote = "<blockquote><p>Доступ ограничен. Ваш IP-адрес заблокирован</p></blockquote>";
  const posts = `<h1>DDoS-Guard: бесконечная проверка браузера</h1><article><aside>Кабельщик</aside><p>У абонентов за CG-NAT вместо сайта висит «Проверка браузера перед переходом на сайт» и крутится по кругу. У кого так же?</p></article><article><aside>admin_46</aside>${quote}<p>Вот такое у нас. Написали в поддержку, внесли нашу сеть в белый список за сутки.</p></article><p>Для публикации сообщений создайте учётную запись или авторизуйтесь</p>`;
  const read = async (html: string) => (await readPage({ html, url: "https://site.example/t/88120" })).metadata.verdict;
  expect(await read(`${menu}<main>${posts}</main>`)).toBe("ok");
  expect(await read(`${menu}<main>${quote}</main>`)).toBe("blocked");
});

test("a short article that its page declares free is whole, whatever is offered below it", () => {
  const declared = (isFree: string) =>
    `<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":"${isFree}"}</script>`;
  const article =
    "<header><a href=/abbonati>Abbonati da 1 €</a><a href=/accedi>Accedi</a></header><article><h1>Nebbia e torrone</h1><p>Settantamila presenze in nove giorni, nonostante la nebbia. La fiera chiude oltre le attese.</p></article><div><h3>Ti è piaciuto?</h3><p>Abbonati per leggere anche i contenuti riservati.</p></div>";
  expect(judgeHtml(`${declared("True")}${article}`).verdict).toBe("ok");
  expect(judgeHtml(`${declared("False")}${article}`).verdict).toBe("paywall");
});

test("a missing page is told by its main content, whatever its site has around it", async () => {
  const aside =
    "<aside><h2>Últimas noticias</h2><ul><li>Abierto el plazo de inscripción en la escuela de música</li><li>Corte de agua en la calle Alta el jueves</li><li>Ganadores del concurso de fotografía de otoño</li></ul><h2>Teléfonos</h2><p>Policía local 978 000 112 · Centro de salud 978 000 120 · Biblioteca 978 000 131</p></aside>";
  const html = `<title>Página no encontrada</title>${menu}<main><h1>Página no encontrada</h1><div>No se pudo encontrar la página solicitada.</div></main>${aside}`;
  const { metadata } = await readPage({ html, url: "https://site.example/node/3310" });
  expect(metadata.verdict).toBe("soft-404");
});

test("a manual that quotes a server's first page is a page", () => {
  const html =
    "<h1>How to install nginx</h1><p>It takes ten minutes.</p><pre>apt install nginx</pre><p>Open the address. You should see the line “If you see this page, the nginx web server is successfully installed and working.”</p>";
  expect(judgeHtml(`${menu}${html}`).verdict).toBe("ok");
});
