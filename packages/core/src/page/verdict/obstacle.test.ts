import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import type { Verdict } from "../../schema/result.ts";
import { factsOf, judge, type Judgement } from "./verdict.ts";

const menu =
  "<header><nav><a href=/a>Catalogue</a> <a href=/b>Events</a> <a href=/c>About us</a> <a href=/d>Contact</a></nav></header>";
const foot = "<footer><p>Kettle Lane 4, open Tuesday to Saturday, 01632 960 018</p><a href=/i>Imprint</a></footer>";

function judged(body: string, requestedUrl = "https://shop.example/stock/44"): Judgement {
  const html = `<!doctype html><html><head><title>Kettle Lane</title></head><body>${menu}<main>${body}</main>${foot}</body></html>`;
  return judge(factsOf(parse(html), { status: 200, headers: [], requestedUrl, url: requestedUrl }, {}));
}

describe("a message among the usual things of a site", () => {
  test.each<readonly [Verdict, string]>([
    [
      "blocked",
      "<h1>Slow down, please</h1><p>You have sent us too many requests, so we have shut out your address for half an hour. Try again later.</p>",
    ],
    [
      "maintenance",
      "<h1>Wir bauen um</h1><p>Unser Shop ist heute Nacht wegen Wartungsarbeiten nicht erreichbar. Ab acht Uhr sind wir wieder für Sie da.</p>",
    ],
    [
      "age-gate",
      "<h1>Une petite question</h1><p>Vous devez avoir l'âge légal pour entrer dans la cave. Avez-vous dix-huit ans ?</p><button>Oui</button><button>Non</button>",
    ],
    [
      "soft-404",
      "<h1>¡Llegas tarde!</h1><p>El artículo que buscabas ya no está a la venta y hemos quitado su página. Mira lo que ha entrado esta semana.</p>",
    ],
  ])("%s", (verdict, body) => {
    expect(judged(body)).toEqual({ verdict, reason: expect.any(String) });
  });
});

test.each([
  "<h1>Copper kettle, 2 litres</h1><p>Made in 1931, tinned again last year. A dent near the spout. Sold out for now; we expect another one in March. 85 pounds, or collect in the shop.</p>",
  "<h1>Waxing evening</h1><p>On Thursday at seven we wax wooden bowls together, for members only. Bring an apron. Tea is free, cake is two pounds.</p>",
  "<h1>Server maintenance</h1><p>A talk by Ann Hale on 12 May: what forty years of looking after machines taught her, from punched cards to clusters. Doors open at six.</p>",
])("a small page about something is what it says it is: %s", (body) => {
  expect(judged(body).verdict).toBe("ok");
});

test("a page that was asked for by the name of what it is is welcome", () => {
  const body =
    "<h1>Sign in to continue</h1><p>You need to be logged in to see this page.</p><form><label>Name <input name=a></label><label>Password <input type=password name=b></label><button>Log in</button></form><p>No account yet? <a href=/join>Register</a></p>";
  expect(judged(body, "https://shop.example/login").verdict).toBe("ok");
  expect(judged(body).verdict).toBe("login-wall");
});

test("an article that quotes a paywall is none", () => {
  const body =
    "<article><h1>On paywalls</h1><p>“This article is for subscribers only. Start your free trial now.” I have read that sentence every day this week, and I counted what it would cost to obey it. It came to more than my rent. So I wrote to six editors and asked what their readers do next; most, they said, simply leave.</p></article>";
  expect(judged(body).verdict).toBe("ok");
});

test.each([
  [
    "an article on a paywall",
    '<article><h1>Why we took the wall down</h1><p>For six years our readers met a grey box. "Subscribe to continue reading," it said. In June the box went, and with it a bill of £900 a month. Tom Farr, who had put it up, was the first to laugh.</p></article>',
  ],
  [
    "the story of a name",
    '<article><h1>How I let go of it</h1><p>It sat there with the words "This domain is for sale" and six links about camping. It earned eleven dollars a year. In January a school in Leeds wrote, and now the children\'s drawings are on the front page.</p></article>',
  ],
  [
    "a guide for beginners",
    "<h1>浏览器的提示</h1><p>有些网页只有一行字：“您的浏览器未启用 JavaScript，请启用后刷新”。点右上角三个点，选“设置”，再点“网站设置”，往下翻到 JavaScript，选“网站可以使用”。</p><h2>手机上</h2><p>步骤差不多，“设置”在右下角。要是找不到，请孩子帮忙看一眼，顺便聊聊天。这篇短文是三位退休教师写的，欢迎打印。</p><script>1</script>",
  ],
])("what stands in quotation marks is said elsewhere: %s", (_, body) => {
  expect(judged(body).verdict).toBe("ok");
});

test("a page that is headed by the name of its host and asks a price for it has nothing else", () => {
  const body = (head: string) =>
    `<h1>${head}</h1><p>Two soft words, one careful owner since 2008. Take it home today for $3,400, or in eight payments of $445.</p><p>Another figure in mind? Put it to the owner.</p>`;
  const url = "https://willowandfern.example/";
  const taken = judged(body("willowandfern.example"), url);
  expect(taken.doubt?.verdict ?? taken.verdict).toBe("parked-domain");
  const chair = judged(body("Willow chair and fern stand"), url);
  expect(chair.doubt?.verdict ?? chair.verdict).toBe("ok");
});
