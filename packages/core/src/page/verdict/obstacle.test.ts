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
