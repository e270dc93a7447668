import { charsetTexts } from "@garner/testkit/site";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { charsetOf, decodeBody, decodeText } from "./decode.ts";
import { charsetNamed } from "./declared-charset.ts";

/** Paragraphs as the codecs of Python encode them. */
const paragraphs = [
  {
    charset: "shift_jis",
    language: "ja",
    text: "日本の気候は四季がはっきりしています。春には桜が咲き、夏は蒸し暑く、秋は紅葉が美しく、冬は北国で雪が降ります。東京の天気予報をお知らせします。ニュースとスポーツ。",
    base64:
      "k/qWe4LMi0OM84LNjmyLR4Kqgs2CwYKrguiCtYLEgqKC3IK3gUKPdILJgs2N94KqjeeCq4FBicSCzY/2grWPi4KtgUGPSILNjWeXdIKqlPyCtYKtgUGTfoLNlmuNkYLFkOGCqo1+guiC3IK3gUKTjIuegsyTVotDl1yV8YLwgqiSbYLngrmCtYLcgreBQoNqg4WBW4NYgsaDWIN8gVuDY4FC",
  },
  {
    charset: "euc-jp",
    language: "ja",
    text: "日本の気候は四季がはっきりしています。春には桜が咲き、夏は蒸し暑く、秋は紅葉が美しく、冬は北国で雪が降ります。東京の天気予報をお知らせします。ニュースとスポーツ。",
    base64:
      "xvzL3KTOtaS49aTPu821qKSspM+kw6StpOqkt6TGpKSk3qS5oaO91aTLpM+6+aSsuumkraGissakz774pLe966SvoaK9qaTPucjN1aSsyP6kt6SvoaLF36TPy8y58aTHwOOkrLnfpOqk3qS5oaPF7LX+pM7Ft7Wkzb3K86TypKrDzqTppLukt6TepLmho6XLpeWhvKW5pMiluaXdobylxKGj",
  },
  {
    charset: "iso-2022-jp",
    language: "ja",
    text: "日本の気候は四季がはっきりしています。春には桜が咲き、夏は蒸し暑く、秋は紅葉が美しく、冬は北国で雪が降ります。東京の天気予報をお知らせします。ニュースとスポーツ。",
    base64:
      "GyRCRnxLXCRONSQ4dSRPO001KCQsJE8kQyQtJGokNyRGJCQkXiQ5ISM9VSRLJE86eSQsOmkkLSEiMkYkTz54JDc9ayQvISI9KSRPOUhNVSQsSH4kNyQvISJFXyRPS0w5cSRHQGMkLDlfJGokXiQ5ISNFbDV+JE5FNzUkTT1KcyRyJCpDTiRpJDskNyReJDkhIyVLJWUhPCU5JEglOSVdITwlRCEjGyhC",
  },
  {
    charset: "gbk",
    language: "zhs",
    text: "中国的气候四季分明。春天樱花盛开，夏天炎热潮湿，秋天红叶美丽，冬天北方会下雪。今天的新闻和体育消息，请看我们的网站。",
    base64:
      "1tC5+rXExvi68svEvL631sP3oaO0uszs06O7qMqiv6qjrM/EzOzR18jIs7HKqqOsx+/M7Lrs0rbDwMD2o6y2rMzssbG3vbvhz8LRqaGjvfHM7LXE0MLOxbrNzOXT/c/7z6KjrMfrv7TO0sPHtcTN+NW+oaM=",
  },
  {
    charset: "big5",
    language: "zht",
    text: "台灣的氣候四季分明。春天櫻花盛開，夏天炎熱潮濕，秋天紅葉美麗，冬天高山會下雪。今天的新聞和體育消息，請看我們的網站。",
    base64:
      "pXjGV6q6rvCt1KV8qXWkwKn6oUOsS6TRxOWq4bKxtn2hQa5MpNGqorz2vOnA46FBrO6k0az1uK2s/MRSoUGlVqTRsKqkc7d8pFWzt6FDpLWk0aq6t3O7RKlNxemofK74rqehQb3QrN2n2q3Mqrq69K+4oUM=",
  },
  {
    charset: "euc-kr",
    language: "ko",
    text: "한국의 기후는 사계절이 뚜렷합니다. 봄에는 벚꽃이 피고 여름은 덥고 습하며 가을에는 단풍이 아름답고 겨울에는 눈이 내립니다. 오늘의 뉴스와 스포츠.",
    base64:
      "x9GxucDHILHiyMS0wiC757DowP3AzCC20bfHx9W0z7TZLiC6vb+htMIguqKyycDMIMfHsO0gv6m4p8C6ILT+sO0gvcDHz7jnILChwLu/obTCILTcx7PAzCC+xrintOSw7SCw3L/vv6G0wiC0q8DMILO7uLO0z7TZLiC/wLTDwMcgtLq9ur/NIL26xvfD9y4=",
  },
  {
    charset: "windows-1251",
    language: "ru",
    text: "Климат России отличается четырьмя временами года. Весной цветут сады, летом бывает жарко, осенью красивы листья, а зимой выпадает снег. Новости и спорт сегодня.",
    base64:
      "yuvo7ODyINDu8fHo6CDu8uvo9+Dl8vH/IPfl8vvw/Oz/IOLw5ezl7eDs6CDj7uTgLiDC5fHt7ukg9uLl8vPyIPHg5PssIOvl8u7sIOH74uDl8iDm4PDq7iwg7vHl7fz+IOrw4PHo4vsg6+jx8vz/LCDgIOfo7O7pIOL77+Dk4OXyIPHt5eMuIM3u4u7x8ugg6CDx7+7w8iDx5ePu5O3/Lg==",
  },
  {
    charset: "koi8-r",
    language: "ru",
    text: "Климат России отличается четырьмя временами года. Весной цветут сады, летом бывает жарко, осенью красивы листья, а зимой выпадает снег. Новости и спорт сегодня.",
    base64:
      "68zJzcHUIPLP09PJySDP1MzJ3sHF1NPRIN7F1NnS2M3RINfSxc3FzsHNySDHz8TBLiD3xdPOz8ogw9fF1NXUINPBxNksIMzF1M/NIMLZ18HF1CDWwdLLzywgz9PFztjAIMvSwdPJ19kgzMnT1NjRLCDBINrJzc/KINfZ0MHEwcXUINPOxccuIO7P18/T1MkgySDT0M/S1CDTxcfPxM7RLg==",
  },
  {
    charset: "iso-8859-5",
    language: "ru",
    text: "Климат России отличается четырьмя временами года. Весной цветут сады, летом бывает жарко, осенью красивы листья, а зимой выпадает снег. Новости и спорт сегодня.",
    base64:
      "utvY3NDiIMDe4eHY2CDe4tvY59DV4uHvIOfV4uvg7NzvINLg1dzV3dDc2CDT3tTQLiCy1eHd3tkg5tLV4uPiIOHQ1OssINvV4t7cINHr0tDV4iDW0ODa3iwg3uHV3ezuINrg0OHY0usg29jh4uzvLCDQINfY3N7ZINLr39DU0NXiIOHd1dMuIL3e0t7h4tgg2CDh397g4iDh1dPe1N3vLg==",
  },
  {
    charset: "windows-1251",
    language: "uk",
    text: "Клімат України має чотири пори року. Навесні цвітуть сади, влітку буває спекотно, восени листя гарне, а взимку йде сніг. Їжак і ґудзик.",
    base64:
      "yuuz7ODyINPq8OC/7egg7OC6IPfu8ujw6CDv7vDoIPDu6vMuIM3g4uXx7bMg9uKz8vPy/CDx4OToLCDi67Py6vMg4fPi4Log8e/l6u7y7e4sIOLu8eXt6CDr6PHy/yDj4PDt5Swg4CDi5+js6vMg6eTlIPHts+MuIK/m4OogsyC08+Tn6Oou",
  },
  {
    charset: "windows-1250",
    language: "pl",
    text: "Klimat Polski wyróżnia się czterema porami roku. Wiosną kwitną sady, latem bywa gorąco, jesienią liście są piękne, a zimą pada śnieg. Żółta łódź, źdźbło, ćma.",
    base64:
      "S2xpbWF0IFBvbHNraSB3eXLzv25pYSBzaeogY3p0ZXJlbWEgcG9yYW1pIHJva3UuIFdpb3NuuSBrd2l0brkgc2FkeSwgbGF0ZW0gYnl3YSBnb3K5Y28sIGplc2llbmm5IGxpnGNpZSBzuSBwaeprbmUsIGEgemltuSBwYWRhIJxuaWVnLiCv87N0YSCz82SfLCCfZJ9is28sIOZtYS4=",
  },
  {
    charset: "iso-8859-2",
    language: "pl",
    text: "Klimat Polski wyróżnia się czterema porami roku. Wiosną kwitną sady, latem bywa gorąco, jesienią liście są piękne, a zimą pada śnieg. Żółta łódź, źdźbło, ćma.",
    base64:
      "S2xpbWF0IFBvbHNraSB3eXLzv25pYSBzaeogY3p0ZXJlbWEgcG9yYW1pIHJva3UuIFdpb3NusSBrd2l0brEgc2FkeSwgbGF0ZW0gYnl3YSBnb3KxY28sIGplc2llbmmxIGxptmNpZSBzsSBwaeprbmUsIGEgemltsSBwYWRhILZuaWVnLiCv87N0YSCz82S8LCC8ZLxis28sIOZtYS4=",
  },
  {
    charset: "windows-1253",
    language: "el",
    text: "Το κλίμα της Ελλάδας έχει τέσσερις εποχές. Την άνοιξη ανθίζουν οι κήποι, το καλοκαίρι κάνει ζέστη, το φθινόπωρο τα φύλλα είναι όμορφα και τον χειμώνα χιονίζει.",
    base64:
      "1O8g6uvf7OEg9OfyIMXr69zk4fIg3ffl6SD03fPz5fHp8iDl8O/33fIuINTn7SDc7e/p7ucg4e3o3+bv9e0g7+kg6t7w7+ksIPTvIOrh6+/q4d/x6SDq3O3l6SDm3fP05ywg9O8g9ujp7fzw+fHvIPThIPb96+vhIOXf7eHpIPzs7/H24SDq4ekg9O/tIPfl6ez+7eEg9+nv7d/m5eku",
  },
  {
    charset: "windows-1254",
    language: "tr",
    text: "Türkiye'nin iklimi dört mevsimdir. İlkbaharda bahçeler çiçek açar, yazın hava sıcak olur, sonbaharda yapraklar güzeldir, kışın kar yağar. Güncel haberler ve spor.",
    base64:
      "VPxya2l5ZSduaW4gaWtsaW1pIGT2cnQgbWV2c2ltZGlyLiDdbGtiYWhhcmRhIGJhaOdlbGVyIOdp52VrIGHnYXIsIHlhev1uIGhhdmEgc/1jYWsgb2x1ciwgc29uYmFoYXJkYSB5YXByYWtsYXIgZ/x6ZWxkaXIsIGv9/v1uIGthciB5YfBhci4gR/xuY2VsIGhhYmVybGVyIHZlIHNwb3Iu",
  },
  {
    charset: "windows-1255",
    language: "he",
    text: "האקלים בישראל מתאפיין בארבע עונות. באביב פורחים הגנים, בקיץ חם מאוד, בסתיו העלים יפים ובחורף יורד גשם. חדשות וספורט היום.",
    base64:
      "5OD37OntIOHp+fjg7CDu+uD06envIOHg+OHyIPLl8OX6LiDh4OHp4SD05fjn6e0g5OLw6e0sIOH36fUg5+0g7uDl4ywg4fH66eUg5PLs6e0g6fTp7SDl4efl+PMg6eX44yDi+e0uIOfj+eX6IOXx9OX46CDk6eXtLg==",
  },
  {
    charset: "windows-1256",
    language: "ar",
    text: "يتميز مناخ المنطقة بأربعة فصول. في الربيع تزهر الحدائق، وفي الصيف يكون الجو حارا، وفي الخريف الأوراق جميلة، وفي الشتاء يسقط المطر. أخبار اليوم والرياضة.",
    base64:
      "7crj7dIg4+THziDH4ePk2N7JIMjD0cjaySDd1ebhLiDd7SDH4dHI7dogytLl0SDH4c3Px8beoSDm3e0gx+HV7d0g7d/m5CDH4czmIM3H0cehIObd7SDH4c7R7d0gx+HD5tHH3iDM4+3hyaEg5t3tIMfh1MrHwSDt097YIMfh49jRLiDDzsjH0SDH4e3m4yDmx+HR7cfWyS4=",
  },
  {
    charset: "windows-1252",
    language: "fr",
    text: "Le climat français connaît quatre saisons. Au printemps, les cerisiers fleurissent ; l’été, il fait très chaud ; à l’automne, les feuilles sont belles – et l’hiver, il neige : c’est « magnifique » et ça coûte 5 €.",
    base64:
      "TGUgY2xpbWF0IGZyYW7nYWlzIGNvbm5h7nQgcXVhdHJlIHNhaXNvbnMuIEF1IHByaW50ZW1wcywgbGVzIGNlcmlzaWVycyBmbGV1cmlzc2VudCA7IGyS6XTpLCBpbCBmYWl0IHRy6HMgY2hhdWQgOyDgIGySYXV0b21uZSwgbGVzIGZldWlsbGVzIHNvbnQgYmVsbGVzIJYgZXQgbJJoaXZlciwgaWwgbmVpZ2UgOiBjkmVzdCCrIG1hZ25pZmlxdWUguyBldCDnYSBjb/t0ZSA1IIAu",
  },
  {
    charset: "windows-1252",
    language: "de",
    text: "Das Klima in Österreich kennt vier Jahreszeiten. Im Frühling blühen die Gärten, im Sommer ist es heiß, im Herbst sind die Blätter schön. Größe: 5 € – „übermäßig“.",
    base64:
      "RGFzIEtsaW1hIGluINZzdGVycmVpY2gga2VubnQgdmllciBKYWhyZXN6ZWl0ZW4uIEltIEZy/GhsaW5nIGJs/GhlbiBkaWUgR+RydGVuLCBpbSBTb21tZXIgaXN0IGVzIGhlad8sIGltIEhlcmJzdCBzaW5kIGRpZSBCbOR0dGVyIHNjaPZuLiBHcvbfZTogNSCAIJYghPxiZXJt5N9pZ5Mu",
  },
  {
    charset: "windows-874",
    language: "th",
    text: "ภูมิอากาศของประเทศไทยมีสามฤดู ฤดูร้อน ฤดูฝน และฤดูหนาว ข่าวและกีฬาวันนี้",
    base64: "wNnB1M3SodLIos2nu8PQ4LfI5LfCwdXK0sHEtNkgxLTZw+nNuSDEtNm9uSDhxdDEtNnLudLHIKLo0sfhxdCh1czSx9G5udXp",
  },
  {
    charset: "windows-1257",
    language: "lt",
    text: "Lietuvos klimatas turi keturis metų laikus. Pavasarį žydi sodai, vasarą būna karšta, rudenį lapai gražūs, o žiemą sninga. Šiandienos žinios ir sportas, ąžuolų ūksmė.",
    base64:
      "TGlldHV2b3Mga2xpbWF0YXMgdHVyaSBrZXR1cmlzIG1ldPggbGFpa3VzLiBQYXZhc2Fy4SD+eWRpIHNvZGFpLCB2YXNhcuAgYvtuYSBrYXLwdGEsIHJ1ZGVu4SBsYXBhaSBncmH++3MsIG8g/mllbeAgc25pbmdhLiDQaWFuZGllbm9zIP5pbmlvcyBpciBzcG9ydGFzLCDg/nVvbPgg+2tzbesu",
  },
];

const join = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, "base64");

/** A page whose markup is ASCII around a sentence in some charset. */
function pageAround(sentence: Uint8Array, head = ""): Uint8Array {
  return join(
    `<!doctype html><html><head>${head}<title>`,
    sentence,
    `</title><style>p{margin:0}</style></head><body><p class="x">`,
    sentence,
    "</p></body></html>",
  );
}

describe("a charset that is declared", () => {
  const labels = Object.entries(charsetTexts).filter(([label]) => !label.startsWith("utf-16"));

  test.each(labels)("%s, by header, meta, http-equiv and XML declaration", (label, { text, base64 }) => {
    const sentence = bytesOf(base64);
    const xml = join(`<?xml version="1.0" encoding="${label}"?><a>`, sentence, "</a>");
    for (const source of [
      { body: pageAround(sentence), contentType: `text/html; charset=${label}` },
      { body: pageAround(sentence), contentType: `text/html;Charset="${label.toUpperCase()}"; x=y` },
      { body: pageAround(sentence, `<meta charset=${label}>`), contentType: "text/html" },
      { body: pageAround(sentence, `${"<!-- long -->".repeat(300)}<meta charset="${label}">`), contentType: "" },
      {
        body: pageAround(sentence, `<meta http-equiv="content-type" content="text/html; charset=${label}">`),
        contentType: "text/html",
      },
      { body: xml, contentType: "application/xml" },
    ]) {
      const decoded = decodeText(source);
      expect(decoded.text).toContain(text);
      expect(decoded.charset).toBe(charsetNamed(label));
    }
  });

  test.each(["utf-16le", "utf-16be"])("%s, by header, mark, and every second zero", (label) => {
    const text = "<!doctype html><title>UTF-16</title><p>東京 and more</p>";
    const bytes = Buffer.from(text, "utf16le");
    if (label === "utf-16be") bytes.swap16();
    const mark = label === "utf-16be" ? Uint8Array.of(0xfe, 0xff) : Uint8Array.of(0xff, 0xfe);
    expect(decodeBody({ body: bytes, contentType: `text/html; charset=${label}` })).toBe(text);
    expect(decodeBody({ body: join(mark, bytes), contentType: "text/html; charset=utf-8" })).toBe(text);
    expect(decodeBody({ body: bytes, contentType: "text/html" })).toBe(text);
  });

  test.each([
    ["Russian", "Это русская страница, на которой есть интересный текст. "],
    ["Japanese", "これは日本語のページです。内容はとても面白いです。 "],
  ])("UTF-16 without a mark, where there is more %s than markup", (_, sentence) => {
    const text = `<html><head><title>${sentence}</title></head><body><p>${sentence.repeat(60)}</p></body></html>`;
    const little = Buffer.from(text, "utf16le");
    for (const bytes of [little, Buffer.from(little).swap16()])
      expect(decodeBody({ body: bytes, contentType: "text/html" })).toBe(text);
    const words = sentence.replaceAll(" ", "").repeat(60);
    const body = Buffer.from(`${words} `, "utf16le");
    expect(decodeBody({ body, contentType: "text/plain; charset=utf-16" })).toBe(`${words} `);
  });

  // Bytes by the indexes of the Encoding Standard, which are larger than the charsets were when they got their names.
  test.each([
    ["euc-kr", "bc84bdc3c4ddb6f320aa42c2f7208c63b9e6b0a2c7cf20c1642094ee", "펲시콜라 찦차 똠방각하 햏 뷁"],
    ["ks_c_5601-1987", "c1642094ee", "햏 뷁"],
    ["big5", "a7da925d9df6adbbb4e49defabb0a5abadb99df79df89dcfa14191c1baf2", "我哋喺香港嘅城市食咗啲嘢，嚟緊"],
    ["shift_jis", "fbfcfab182b382f181418740878afa43fa5c8160817c", "髙﨑さん、①㈱ⅳ纊～－"],
    ["euc-jp", "fce2f9f5a4b5a4f3a1a2ada1adeafcf4f9a1", "髙﨑さん、①㈱ⅳ纊"],
    ["gb2312", "80a2e3", "€€"],
    ["gb18030", "a2e38139ee3995328236a8bc", "€㐀𠀀ḿ"],
    ["iso-8859-1", "80969f81", "€–Ÿ"],
    ["koi8-u", "b7d6c1cb20a620add5c4dac9cb", "Їжак і ґудзик"],
    ["macintosh", "47729aa76520db", "Größe €"],
    ["x-mac-cyrillic", "a2b6", "Ґґ"],
    ["iso-8859-8-i", "f9ece5ed", "שלום"],
  ])("%s has all characters of the standard (%s)", (label, hex, text) => {
    expect(decodeBody({ body: Buffer.from(hex, "hex"), contentType: `text/plain; charset=${label}` })).toBe(text);
  });

  test("stray zeros do not make a page UTF-16", () => {
    const text = `<p>${"a word\0, Größe ".repeat(2)}${"and some more text ".repeat(150)}</p>`;
    for (const start of ["", " "])
      expect(decodeBody({ body: join(start + text), contentType: "text/html" })).toBe(start + text);
  });

  test("a byte order mark wins, and is no text", () => {
    const body = join(Uint8Array.of(0xef, 0xbb, 0xbf), "<meta charset=windows-1251>é");
    expect(decodeBody({ body, contentType: "text/html; charset=shift_jis" })).toBe("<meta charset=windows-1251>é");
  });

  test("the header wins over the page", () => {
    const body = join('<meta charset="koi8-r"><p>', bytesOf(charsetTexts["windows-1251"]?.base64 ?? ""));
    expect(decodeBody({ body, contentType: "text/html; charset=windows-1251" })).toContain(
      charsetTexts["windows-1251"]?.text,
    );
  });
});

describe("a declaration that lies", () => {
  test.each(["iso-8859-1", "windows-1251", "shift_jis", "gbk", "euc-kr", "big5", "utf-16", "us-ascii"])(
    "%s, where the bytes are UTF-8",
    (label) => {
      const text = `<meta charset="${label}"><p>Größe – “naïve” 東京 Привет</p>`;
      expect(decodeBody({ body: join(text), contentType: `text/html; charset=${label}` })).toBe(text);
    },
  );

  test("one sign is enough against a single-byte charset", () => {
    expect(decodeBody({ body: join("© 2024"), contentType: "text/html; charset=iso-8859-1" })).toBe("© 2024");
  });

  test("UTF-8, where the page says and is something else", () => {
    for (const label of ["windows-1251", "shift_jis", "gbk", "euc-kr"]) {
      const { text = "", base64 = "" } = charsetTexts[label] ?? {};
      const body = pageAround(bytesOf(base64), `<meta charset="${label}">`);
      expect(decodeBody({ body, contentType: "text/html; charset=utf-8" })).toContain(text);
    }
  });

  test("UTF-8 with a few broken bytes stays UTF-8", () => {
    const body = join("<p>Größe – 東京 ", Uint8Array.of(0xff), " Привет</p>");
    expect(decodeBody({ body, contentType: "text/html; charset=utf-8" })).toBe("<p>Größe – 東京 \ufffd Привет</p>");
    expect(decodeBody({ body: join("<p>東京").subarray(0, -1), contentType: "text/html; charset=utf-8" })).toBe(
      "<p>東\ufffd",
    );
  });

  test.each(paragraphs.filter(({ charset }) => charset !== "iso-2022-jp"))(
    "a few broken bytes in $charset ($language) do not make the page something else",
    ({ charset, text, base64 }) => {
      const bytes = bytesOf(base64);
      const body = join(bytes, Uint8Array.of(0x20, 0xff, 0xff, 0x20), bytes, Uint8Array.of(0x81));
      const decoded = decodeText({ body, contentType: `text/plain; charset=${charset}` });
      expect(decoded.charset).toBe(charset);
      expect(decoded.text.split(text)).toHaveLength(3);
    },
  );

  test("a charset that bytes only look like gives way to the one of their language", () => {
    const { text = "", base64 = "" } = paragraphs.find(({ charset }) => charset === "gbk") ?? {};
    expect(decodeBody({ body: bytesOf(base64), contentType: "text/html; charset=big5" })).toBe(text);
  });

  test("a few western letters where the page says UTF-8 are western", () => {
    const body = join("<h1>A caf", Uint8Array.of(0xe9), "</h1><p>It is na", Uint8Array.of(0xef), "ve to say so.</p>");
    expect(decodeText({ body, contentType: "text/html; charset=utf-8" })).toEqual({
      text: "<h1>A café</h1><p>It is naïve to say so.</p>",
      charset: "windows-1252",
    });
  });

  test.each(["nonsense", "", "x-user-defined", "iso-2022-kr", '"'])(
    "the unknown label %j is no declaration",
    (label) => {
      const body = join("<p>naïve</p>");
      expect(decodeText({ body, contentType: `text/html; charset=${label}` })).toEqual({
        text: "<p>naïve</p>",
        charset: "utf-8",
      });
    },
  );
});

describe("without a declaration", () => {
  test.each(paragraphs)("$charset ($language) is recognised, in a page and as plain text", ({ text, base64 }) => {
    const bytes = bytesOf(base64);
    expect(decodeBody({ body: pageAround(bytes), contentType: "text/html" })).toContain(`<p class="x">${text}</p>`);
    expect(decodeBody({ body: bytes, contentType: "text/plain" })).toBe(text);
  });

  test("a long paragraph is recognised where the looked at part ends inside a character", () => {
    for (const start of ["", "x"]) {
      const { text = "", base64 = "" } = paragraphs.find(({ charset }) => charset === "gbk") ?? {};
      const body = Buffer.concat([Buffer.from(start), ...Array.from({ length: 99 }, () => bytesOf(base64))]);
      const decoded = decodeText({ body: pageAround(body), contentType: "text/html" });
      expect(decoded.charset).toBe("gb18030");
      expect(decoded.text.includes(start + text.repeat(99))).toBe(true);
    }
  });

  test("a stray accent is western", () => {
    const body = join(
      "<p>A caf",
      Uint8Array.of(0xe9),
      " in an English sentence, isn",
      Uint8Array.of(0x92),
      "t it?</p>",
    );
    expect(decodeText({ body, contentType: "text/html" })).toEqual({
      text: "<p>A café in an English sentence, isn’t it?</p>",
      charset: "windows-1252",
    });
  });

  test("plain ASCII and nothing at all are UTF-8", () => {
    expect(decodeText({ body: join("plain"), contentType: "" })).toEqual({ text: "plain", charset: "utf-8" });
    expect(decodeText({ body: new Uint8Array(), contentType: "" })).toEqual({ text: "", charset: "utf-8" });
  });

  test("any text in UTF-8 comes back, whatever the header says", () => {
    const text = fc.string({ unit: "binary", minLength: 1 }).filter((value) => !/^\ufeff|\u001b|\0/.test(value));
    fc.assert(
      fc.property(text, fc.constantFrom("", "text/html", "text/html; charset=utf-8"), (value, contentType) => {
        expect(decodeBody({ body: join(value), contentType })).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test("any bytes give some text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 40 }), (body, contentType) => {
        expect(typeof decodeBody({ body, contentType })).toBe("string");
      }),
      { numRuns: 500 },
    );
  });
});

test("parsers are told the charset of text, and of nothing else", () => {
  const body = bytesOf(charsetTexts["shift_jis"]?.base64 ?? "");
  const source = { body, contentType: "x/y; charset=shift_jis" };
  for (const type of ["text/plain", "application/json", "application/rss+xml"])
    expect(charsetOf(source, type)).toBe("shift_jis");
  expect(charsetOf(source, "application/pdf")).toBeUndefined();
});
