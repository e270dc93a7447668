import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { inProcessTransformer } from "../transform/workers/in-process.ts";
import type { PageContent } from "../transform/transformer.ts";

const transformer = inProcessTransformer();

async function read(html: string): Promise<PageContent & { readonly markdown: string }> {
  const options = transformOptions({ explain: true });
  const content = await transformer.transform(captureOf(html), options, new AbortController().signal);
  return { ...content, markdown: content.markdown ?? "" };
}

const article = `<article><h1>The crane</h1>${"<p>The harbour crane was built by hand over two winters, and those who use it every day say that it has never let them down.</p>".repeat(4)}</article>`;
const around = (content: string): string =>
  `<!doctype html><title>The crane</title><body><nav><a href="/">Home</a></nav>${content}<footer><a href="/i">Imprint</a></footer>`;

/** A sentence and a button, as banners have them. */
const banners = {
  German: ["Wir verwenden Cookies, um Ihnen die bestmögliche Nutzung zu ermöglichen.", "Alle akzeptieren"],
  French: ["Nous utilisons des cookies pour améliorer votre expérience.", "Tout accepter"],
  Spanish: ["Utilizamos cookies propias y de terceros para mejorar nuestros servicios.", "Aceptar todas"],
  Italian: ["Questo sito utilizza cookie tecnici e di profilazione.", "Accetta tutti"],
  Dutch: ["Wij gebruiken cookies om uw ervaring te verbeteren.", "Alles accepteren"],
  Polish: ["Ta strona korzysta z plików cookie w celu świadczenia usług.", "Akceptuję wszystkie"],
  Portuguese: ["Usamos cookies para melhorar a sua experiência no nosso site.", "Aceitar todos"],
  Swedish: ["Vi använder cookies för att förbättra din upplevelse.", "Acceptera alla"],
  Czech: ["Tato stránka používá soubory cookie.", "Přijmout vše"],
  Turkish: ["Size daha iyi hizmet sunabilmek için çerezler kullanıyoruz.", "Tümünü kabul et"],
  Russian: ["Мы используем файлы cookie, чтобы улучшить работу сайта.", "Принять все"],
  Japanese: ["当サイトでは、利便性向上のためにCookieを使用しています。", "すべて同意する"],
  Chinese: ["本网站使用Cookie来改善您的浏览体验。", "全部接受"],
  Korean: ["당사는 더 나은 서비스를 제공하기 위해 쿠키를 사용합니다.", "모두 동의"],
  Arabic: ["نحن نستخدم ملفات تعريف الارتباط لتحسين تجربتك.", "قبول الكل"],
  Hebrew: ["אנו משתמשים בעוגיות כדי לשפר את חוויית הגלישה.", "אישור הכל"],
} as const;

describe.each(Object.entries(banners))("a banner in %s", (_, [sentence, answer]) => {
  test.each([
    [
      "by its name",
      `<div id="cookie-banner" class="cookie-consent"><p>${sentence}</p><button>${answer}</button></div>`,
    ],
    ["as a dialog", `<div role="dialog"><div><p>${sentence}</p></div><a href="#" role="button">${answer}</a></div>`],
    [
      "without a name",
      `<div class="x1"><div><span>${sentence} <a href="/p">Info</a></span></div><button>${answer}</button></div>`,
    ],
    ["of a known tool", `<div id="CybotCookiebotDialog"><div>${sentence}</div><a href="#">${answer}</a></div>`],
  ])("goes, %s", async (_how, banner) => {
    for (const page of [banner + article, article + banner, `<main>${banner}${article}</main>`]) {
      const { markdown, verdict } = await read(around(page));
      expect(markdown).toMatch(/^# The crane\n\n(?:The harbour crane .*\n*){4}$/);
      expect(verdict).toBe("ok");
    }
  });
});

test("all settings of a consent tool go, though they are longer than the page", async () => {
  const settings = `<h2>Cookies</h2>${"<p>These cookies count visits, so that we can make the site better.</p>".repeat(200)}`;
  const { markdown } = await read(
    around(`${article}<div id="onetrust-consent-sdk"><div role="region" class="panel">${settings}</div></div>`),
  );
  expect(markdown).toMatch(/^# The crane\n\n(?:The harbour crane .*\n*){4}$/);
});

test("the explanation says why a banner went", async () => {
  const [sentence, answer] = banners.German;
  const { explanation } = await read(
    around(`${article}<div id="c"><p>${sentence}</p><button>${answer}</button></div>`),
  );
  expect(explanation?.mainContent?.removed).toContainEqual({
    path: expect.stringContaining("div#c"),
    reason: "asks for consent to cookies",
    characters: expect.any(Number),
  });
});

test.each([
  [
    "a policy",
    `<h1>What are cookies?</h1><p>Cookies are small files that sites store on your device. We use cookies to make our site work.</p><h2>Consent</h2><p>Under the GDPR, sites must ask for your consent. You can accept all cookies or reject them in the banner.</p><table><tr><th>Name</th><th>Purpose</th></tr><tr><td>session</td><td>Keeps you signed in</td></tr></table><h2>Your choice</h2><p>You can withdraw your consent at any time.</p><button>Accept all</button>`,
    ["Consent", "Keeps you signed in", "Your choice", "withdraw your consent"],
  ],
  [
    "a recipe",
    `<h1>Oat cookies</h1><p>These cookies are crisp outside and soft inside.</p><h2>Ingredients</h2><ul><li>200 g oats</li><li>100 g butter</li></ul><h2>Method</h2><p>Mix, roll and bake the cookies for twelve minutes, then accept that they will be gone by the evening.</p>`,
    ["200 g oats", "soft inside", "gone by the evening"],
  ],
])("%s about cookies is the page, and whole", async (_, content, parts) => {
  const { markdown, verdict } = await read(around(`<main>${content}</main>`));
  expect(verdict).toBe("ok");
  for (const part of parts) expect(markdown).toContain(part);
});

test("a page that says nothing but that it uses cookies is whole, and waits for consent", async () => {
  const note = `<h1>Cookies</h1><p>We use cookies to count visits.</p><button>Accept</button>`;
  const { markdown, verdict } = await read(around(`<main>${note}</main>`));
  expect(verdict).toBe("consent-wall");
  expect(markdown).toContain("We use cookies to count visits.");
});
