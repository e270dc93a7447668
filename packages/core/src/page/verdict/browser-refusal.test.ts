import { expect, test } from "vitest";
import { readPage } from "../../scrape/read-page.ts";
import type { Verdict } from "../../schema/result.ts";

const menu =
  "<header><a href=/>Harbour</a><nav><a href=/a>Lamps</a> <a href=/b>Oil</a> <a href=/c>Wicks</a> <a href=/d>Repairs</a></nav></header>";

async function verdictOn(html: string, path = "/lamps/storm-lamp-nine"): Promise<Verdict | undefined> {
  return (await readPage({ html, url: `https://harbour.example${path}` })).metadata.verdict;
}

test.each([
  // In a word that no list of words holds: nothing but the message, and three names with their versions.
  "<title>Ilanga</title><h1>Isiphequluli sakho sidala</h1><p>Ukuze ubone lesi sibani, sebenzisa enye yalezi:</p><ul><li>Chrome 109</li><li>Firefox 102</li><li>Safari 15</li></ul>",
  "<title>Fenerci</title><h2>Bunu göremiyorsun</h2><p>Feneri çizmek için Chrome, Firefox, Edge ya da Safari'nin son sürümü gerekiyor.</p>",
  '<title>Lamplight</title><div class="old"><h2>We would love to show you this</h2><p>Lamplight draws with something yours has not learned yet. Chrome, Edge, Firefox and Safari all know it.</p><a href="https://www.google.com/chrome/">Chrome</a> <a href="https://www.mozilla.org/firefox/new/">Firefox</a> <a href="https://www.microsoft.com/edge">Edge</a></div>',
  "<title>Ilanga</title><h1>Isiphequluli sakho sidala</h1><p>Ukuze ubone lesi sibani, sebenzisa enye yalezi:</p><ul><li><a href=#>Chrome</a></li><li><a href=#>Firefox</a></li><li><a href=#>Edge</a></li><li><a href=#>Safari</a></li></ul>",
  `${menu}<main><h1>Vaš preglednik nije podržan</h1><p>Otvorite stranicu u jednom od ovih:</p><p>Google Chrome, Mozilla Firefox, Opera</p></main>`,
  `${menu}<main><h1>Браузърът ви не се поддържа</h1><p>Опитайте с Chrome, Firefox или Edge.</p></main>`,
  '<title>Kaart</title><p>Se kaart joonistatakse uuema masinaga kui sinu oma. Sobivad Chrome, Firefox, Opera.</p><p><a href="https://browsehappy.com/">Vaata siit</a></p>',
])("a page that has nothing to say but the names of other browsers: %s", async (html) => {
  expect(await verdictOn(html)).toBe("blocked");
});

test.each<readonly [string, string]>([
  [
    "/help/4101-system-requirements",
    `${menu}<main><h1>System requirements</h1><p>The drawing table works in Chrome 109, Firefox 102, Safari 15 and Edge 109, and in anything newer.</p></main>`,
  ],
  [
    "/hc/41007",
    `${menu}<main><h1>What the drawing table runs on</h1><p>Chrome 109, Firefox 102, Safari 15 and Edge 109, and anything newer. Tablets need a pen.</p></main>`,
  ],
  [
    "/download",
    '<h1>Lamplight for your browser</h1><p>Dims every page after sunset.</p><a href="https://chromewebstore.google.com/detail/lamplight">Chrome</a> <a href="https://addons.mozilla.org/firefox/addon/lamplight">Firefox</a> <a href="https://apps.apple.com/app/lamplight">Safari</a>',
  ],
  [
    "/",
    "<title>Lamplight</title><h1>Lamplight</h1><p>Dims every page after sunset. For Chrome, Firefox, Safari and Edge.</p><a href=/get>Get it</a>",
  ],
  [
    "/lamplight",
    "<title>Lamplight</title><h1>Lamplight</h1><p>Dims every page after sunset. For Chrome, Firefox, Safari and Edge.</p><a href=/get>Get it</a>",
  ],
  [
    "/2024/what-visitors-used",
    "<title>Visitors</title><h1>A year of visitors</h1><ul><li>Chrome 61 %</li><li>Safari 22 %</li><li>Firefox 9 %</li><li>Edge 5 %</li></ul>",
  ],
  [
    "/compare/chrome-firefox-safari",
    `${menu}<h1>Chrome, Firefox and Safari compared</h1><p>All three draw our map. Safari is the slowest with fog.</p>`,
  ],
  [
    "/play/night-boats",
    "<title>Night boats</title><h1>Night boats</h1><canvas></canvas><p>Plays in Chrome, Firefox and Opera. Arrows steer, space lights the lamp.</p>",
  ],
  [
    "/knot/test",
    "<title>Knot test</title><h1>Your knot is fine</h1><p>Tested in Chrome 120, Firefox 121, Safari 17.</p><a href=/>Again</a>",
  ],
  [
    "/notes/4-may",
    `${menu}<main><h1>4 May</h1><p>The new map is drawn in the browser. Tried with Chrome, Firefox and Safari on the old tablet in the tower, where it takes a second.</p><p>The fog is still drawn by the server, since no keeper has time to wait for it.</p></main>`,
  ],
])("a page at %s that names browsers for another reason is a page: %s", async (path, html) => {
  expect(await verdictOn(html, path)).toBe("ok");
});
