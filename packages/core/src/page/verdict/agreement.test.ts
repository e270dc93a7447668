import { describe, expect, test } from "vitest";
import { readPage } from "../../scrape/read-page.ts";
import type { Verdict } from "../../schema/result.ts";

const links = (...names: readonly string[]): string =>
  names.map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`).join("");
const menu = `<header><a href="/">Harbour</a><nav><ul>${links("Lamps", "Oil", "Wicks", "Repairs", "Letters")}</ul></nav></header>`;
const footer = `<footer><p>Harbour Lamps, Quay 4</p><ul>${links("Terms", "Privacy")}</ul></footer>`;

async function verdictOn(
  body: string,
  path = "/lamps/storm-lamp-nine",
  title = "Harbour",
): Promise<Verdict | undefined> {
  const html = `<title>${title}</title>${body.startsWith("<body") ? body : `${menu}${body}${footer}`}`;
  return (await readPage({ html, url: `https://harbour.example${path}` })).metadata.verdict;
}

const picture = '<img src="/securimage/captcha.jpg" alt="">';

describe("a form that is a captcha by the name of its picture", () => {
  test.each([
    `<main><h1>Mara una swali dogo</h1><form method=post>${picture}<input name=code><button>Endelea</button></form></main>`,
    '<h2>Bir dəqiqə</h2><p>Şəkildəki rəqəmləri yazın.</p><form><canvas id="captchaCanvas" width=120></canvas><input type=text maxlength=5><input type=submit value="Davam"></form>',
    '<form action="/lampe"><p>ደብዳቤዎቹን ይጻፉ</p><img src="/i.php?n=4" class="lamp-captcha"><input name="a"><button>እሺ</button></form>',
    '<div><form><img src="/img/x81.png"><input name="captcha_answer" type="number"><button>&rarr;</button></form></div>',
  ])("stands in the way, whatever it says: %s", async (body) => {
    expect(await verdictOn(body)).toBe("blocked");
  });

  test.each<readonly [string, string]>([
    [
      "/guestbook",
      `<h1>Guestbook</h1><form><input name=who><textarea></textarea>${picture}<input name=code><button>Write</button></form>`,
    ],
    [
      "/newsletter",
      `<h1>Letters from the quay</h1><p>Once a month.</p><form><input type=email>${picture}<button>Send me letters</button></form>`,
    ],
    [
      "/call-me",
      `<h1>We ring you</h1><form><input name=telephone placeholder="Phone number">${picture}<button>Ring me</button></form>`,
    ],
    [
      "/login",
      `<h1>Keepers</h1><form><input name=user><input type=password>${picture}<input name=code><button>In</button></form>`,
    ],
    [
      "/give",
      '<h1>A new lens</h1><p>The old one is blind.</p><form><input name=amount><img src=/cards.png><div class="g-recaptcha"></div><button>Give</button></form>',
    ],
    [
      "/files/41",
      `<h1>charts-1911.zip</h1><p>38 MB, drawn by hand and scanned in the tower.</p><form>${picture}<input name=code><button>Get the file</button></form>`,
    ],
    ["/demo/captcha", `<h1>Try it</h1><form>${picture}<input name=code><button>Check</button></form>`],
    [
      "/poll/3",
      `<h1>Green or red?</h1><form><label><input type=radio> Green</label><label><input type=radio> Red</label>${picture}<input name=code><button>Vote</button></form>`,
    ],
    [
      "/whois",
      `<h1>Whose lamp is it?</h1><form><input name=domain placeholder="Name">${picture}<button>Ask</button></form>`,
    ],
    [
      "/keepers/mara",
      `<h1>Mara Lindt</h1><p>She kept the lamp for thirty years and wrote down every ship that passed. Her books stand in the tower, and the last of them is open at the night of the great storm, when nothing was written at all until the morning. Below it lies her pen.</p><form>${picture}<input name=code><button>Light a candle</button></form>`,
    ],
  ])("is part of a page at %s with something else to say or to fill in: %s", async (path, body) => {
    expect(await verdictOn(body, path)).toBe("ok");
  });
});

describe("a box that its author named after the age of visitors", () => {
  test.each([
    '<main><div id="age-gate"><h2>Karibu pishini</h2><p>Pombe yetu ni ya watu wazima.</p><button>Nina umri</button><button>Bado</button></div></main>',
    '<div class="overlay ageVerification-box age-verification"><p>Ժամանակը որոշում է</p><a href="/?in">Այո</a> <a href="https://example.org">Ոչ</a></div>',
    '<section class="alterspruefung"><h1>Moment</h1><form><input name=d><input name=m><input name=y><button>Hinein</button></form></section>',
  ])("stands in the place of the content: %s", async (body) => {
    expect(await verdictOn(body)).toBe("age-gate");
  });

  const gate = '<div class="age-gate"><p>Bist du alt genug?</p><button>Ja</button><button>Nein</button></div>';
  test.each<readonly [string, string]>([
    [
      "/bier/hafenbock",
      `${gate}<main><h1>Hafenbock</h1><p>Dunkel wie der Kai bei Regen, mit Noten von Malz und Teer. Passt zu Räucherfisch und langen Abenden am Ofen.</p></main>`,
    ],
    [
      "/galerie",
      `${gate.replace("Bist du alt genug?", "Willkommen im Keller.")}<main><h1>Etiketten</h1><img src=/1.jpg><img src=/2.jpg><img src=/3.jpg></main>`,
    ],
    [
      "/rum/nine",
      '<h1>Rum Nine</h1><p>Nine years in a cask that once held herring.</p><p>48 €</p><div class="age-check"><p>We ask the courier to look at your passport.</p></div><button>Into the basket</button><button>Remember</button>',
    ],
    [
      "/products/age-verification",
      '<h1>A gate for your shop</h1><p>Two lines of code before a shop that sells rum. Whoever has been let in stays in for a month, and the courier asks no more.</p><div class="age-verification"><p>It looks like this.</p><button>Yes</button><button>No</button></div>',
    ],
    [
      "/bier/hafenbock",
      `${gate.replace("class", "hidden class")}<main><h1>Hafenbock</h1><p>Dunkel wie der Kai bei Regen.</p></main>`,
    ],
  ])("stands in the way of nothing at %s: %s", async (path, body) => {
    expect(await verdictOn(body, path)).toBe("ok");
  });
});

const begun = "<h1>The last keeper</h1><p>The lamp had been cold for a week when she climbed the stairs again.</p>";
const cards =
  '<section><h2>More</h2><article><a href="/1"><h3>Ferries get dearer</h3></a></article><article><a href="/2"><h3>A school for pilots</h3></a></article></section>';

describe("what the author named a page or a box makes a verdict of a doubt", () => {
  test.each<readonly [Verdict, string]>([
    [
      "parked-domain",
      `<body class="coming-soon">${menu}<main><h1>Snart klart!</h1><p>Ring oss så länge, vi bokar gärna. Priserna kommer här om några dagar.</p></main>${footer}`,
    ],
    [
      "soft-404",
      `<body class="template-404">${menu}<main><h1>Den lampen lyser ikke her lenger</h1><p>Noen kjøpte den siste, eller lenken er gammel.</p><a href="/alt">Se alt</a></main>${footer}`,
    ],
    [
      "paywall",
      `<body>${menu}<main>${begun}<div class="paywall-box"><h3>Loe edasi</h3><p>Ülejäänu on tellijatele, 3 € kuus.</p><button>Telli</button></div></main>${cards}${footer}`,
    ],
    [
      "blocked",
      `<body><h1>Página protegida</h1><p>O sistema de proteção deste site registou o pedido.</p><table><tr><td>Endereço</td><td>203.0.113.9</td></tr><tr><td>Página</td><td>harbour.example/lamps/storm-lamp-nine</td></tr><tr><td>Programa</td><td>Mozilla/5.0 (X11; Linux x86_64)</td></tr><tr><td>Regra</td><td>GEO02</td></tr><tr><td>Motivo</td><td>País fora da lista do administrador.</td></tr><tr><td>Hora</td><td>2024-05-28 11:02:17</td></tr></table></body>`,
    ],
  ])("%s: %s", async (verdict, body) => {
    expect(await verdictOn(body)).toBe(verdict);
  });

  test.each<readonly [string, string]>([
    [
      "/maintenance",
      `<body class="page-maintenance">${menu}<main><h1>Maintenance</h1><p>We oil the gears of your lamp once a year, for £40. Bring it on any Friday before noon.</p></main>${footer}`,
    ],
    [
      "/films/soon",
      `<body class="coming-soon">${menu}<main><h1>From Friday</h1><ul><li>The Quay, 104 minutes</li><li>Nine nights, 88 minutes</li></ul></main>${footer}`,
    ],
    [
      "/lamps/storm-lamp-nine",
      `<body class="error404">${menu}<main><h1>Storm lamp nine</h1><p>Brass, 35 cm, with a spare wick and oil for a week. Made on the quay since 1911.</p></main>${footer}`,
    ],
    [
      "/keepers/last-keeper",
      `<body>${menu}<main>${begun}<div class="members-only"><p>Members of the museum climb the tower for free on the first Sunday.</p></div></main>${footer}`,
    ],
    [
      "/log/9-may",
      `<body>${menu}<main><h1>9 May</h1><p>2024-05-09 11:02:17 The pump at 203.0.113.9 was changed, and the lamp burned again before dusk.</p></main>${footer}`,
    ],
  ])("but not of a page without one, at %s: %s", async (path, body) => {
    expect(await verdictOn(body, path)).toBe("ok");
  });
});

test("a form that is sent to the page of a session that is over makes a doubt a verdict", async () => {
  const url = "https://harbour.example/Booking/SeatSelect.aspx";
  const read = async (action: string) => {
    const html = `<html lang=zh><title>港灣渡輪訂位系統</title><form method=post action="${action}"><div><img src=/banner.jpg alt=Boot></div><div><span>您已閒置超過10分鐘，連線逾時，訂位資料已失效，請重新查詢船班。</span><br><a href=/>回首頁</a></div><div>客服專線 0800-555-012（每日 08:00～20:00）</div></form></html>`;
    return (await readPage({ html, url })).metadata;
  };
  expect(await read("SessionTimeout.aspx")).toMatchObject({
    verdict: expect.not.stringMatching("ok"),
    verdictReason: expect.stringContaining('its form is sent to "sessiontimeout.aspx"'),
  });
  expect(await read("SeatSelect.aspx")).toMatchObject({ verdict: "ok", verdictDoubt: expect.anything() });
});
