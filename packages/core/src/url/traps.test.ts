import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leadsBelowItself, trapFamily, withoutSession } from "./traps.ts";

function family(link: string, from = "http://a.test/", text?: string): string | undefined {
  return trapFamily(new URL(link, "http://a.test/"), { url: new URL(from, "http://a.test/"), text })?.family;
}

describe("what may go on forever", () => {
  test.each([
    ["/a/a/a", "repeated a.test"],
    ["/shop/de/shop/de/shop/de", "repeated a.test"],
    ["/x/a/y/a/z/a/w/a", "repeated a.test"],
    [`/${"d/e".split("/").join("1/")}/${Array.from({ length: 15 }, (_, index) => index).join("/")}`, "deep a.test"],
    [`/x?q=${"y".repeat(1600)}`, "long a.test"],
    [`/x?${Array.from({ length: 11 }, (_, index) => `p${index}=1`).join("&")}`, "parameters a.test"],
    ["/x?a=1&a=2&a=3&a=4", "parameters a.test"],
    ["/calendar/2024/05", "calendar a.test/calendar/0/0?"],
    ["/events/2031-07-12", "calendar a.test/events/0-0-0?"],
    ["/cal/2024/05/", "calendar a.test/cal/0/0/?"],
    ["/calendar-2024-05.html", "calendar a.test/calendar-0-0.html?"],
    ["/calendar/2024/march", "calendar a.test/calendar/0/0?"],
    ["/rooms?date=2024-05-01", "calendar a.test/rooms?date"],
    ["/plan?month=5&year=2024", "calendar a.test/plan?month&year"],
  ])("%s", (link, expected) => {
    expect(family(link, "/calendar/2024/04")).toBe(expected);
  });

  test("a calendar is one when it leads to more of itself, not when it is a list of dates", () => {
    expect(family("/events/2031-07-12", "/events/2031-07-11")).toBe("calendar a.test/events/0-0-0?");
    expect(family("/events/2031-07-12", "/events")).toBeUndefined();
  });

  test.each([
    "/",
    "/blog/2024/05/a-post",
    "/2024/05",
    "/shop/de/shop",
    "/product?id=5",
    "/a/b/c/d/e/f",
    "/x?a=1&b=2",
    "/events",
    "/events/2024-summer-party",
    "/calculus/2024",
  ])("%s is an ordinary page", (link) => {
    expect(family(link)).toBeUndefined();
  });

  test("pages that differ in their parameters only, when one leads to the other", () => {
    expect(family("/list?page=3", "/list?page=2")).toBe("query a.test/list?page");
    expect(family("/list?page=2&sort=up", "/list?page=2")).toBeUndefined();
    expect(family("/item?id=3", "/list?page=2")).toBeUndefined();
    const trap = trapFamily(new URL("http://a.test/list?page=3"), {
      url: new URL("http://a.test/list?page=2"),
      text: "t",
    });
    expect(trap).toMatchObject({ sourceText: "t", budget: 25 });
  });

  test.each([
    ["/about/team/", ["about/", "team/", "jobs/"], true],
    ["/about/team/index.html", ["about", "team?x=1"], true],
    ["/about/team", ["about/", "team/"], false],
    ["/about/team/", ["about/", "jobs/"], false],
    ["/src/", ["src/", "lib/"], false],
    ["/2024/12/", ["2024/", "12/"], false],
    ["/ab/cd/", ["ab/", "cd/"], false],
  ])("relative links of %s to %j lead below themselves: %s", (path, hrefs, expected) => {
    const page = new URL(path, "http://a.test/");
    expect(
      leadsBelowItself(
        page,
        hrefs.map((href) => new URL(href, page).href),
      ),
    ).toBe(expected);
  });

  test("no URL is too odd", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const found = trapFamily(new URL(url), { url: new URL(url) });
        expect(found === undefined || found.family.length > 0).toBe(true);
        expect(URL.canParse(withoutSession(new URL(url)).href)).toBe(true);
      }),
    );
  });
});

test.each([
  ["/x?PHPSESSID=abc", "/x"],
  ["/x?a=1&sid=9f86d081884c7d65&b=2", "/x?a=1&b=2"],
  ["/x?a=1&PHPSESSID=abc&b=2", "/x?a=1&b=2"],
  ["/article.php?sid=4", "/article.php?sid=4"],
  ["/talk?sessionid=keynote-2", "/talk?sessionid=keynote-2"],
  ["/x;jsessionid=ABC123?a=1", "/x?a=1"],
  ["/x?session=9f86d081884c7d65&a=1", "/x?a=1"],
  ["/x?session=keynote&token=5", "/x?session=keynote&token=5"],
  ["/x?side=left&a=%20", "/x?side=left&a=%20"],
  ["/x?sid=lit3py55t21z5v55vlm25s45", "/x"],
  ["/x?token=dGhpc3IzYXJl-YnkxMm1hY2hpbmVzT25seTU2", "/x"],
  ["/x?session=3F2504E0-4F89-11D3-9A0C-0305E82C3301", "/x"],
  ["/talks?session=kubernetes-101-introduction", "/talks?session=kubernetes-101-introduction"],
  ["/talks?session=KubeConEurope2024Keynote", "/talks?session=KubeConEurope2024Keynote"],
  ["/search?s=iphone15promaxcase", "/search?s=iphone15promaxcase"],
  ["/reports?sid=2024-annual-report-eu", "/reports?sid=2024-annual-report-eu"],
  ["/reports?sid=v1-2-3-of-2024-05-01-b", "/reports?sid=v1-2-3-of-2024-05-01-b"],
  ["/help?ticket=1000200030004001", "/help?ticket=1000200030004001"],
  ["/courses?id_session=12", "/courses?id_session=12"],
  ["/article;sid=12", "/article;sid=12"],
  ["/(S(lit3py55t21z5v55vlm25s45))/a.aspx?b=1", "/a.aspx?b=1"],
  ["/app/(X(1)S(lit3py55t21z5v55vlm25s45))/", "/app/"],
  ["/wiki/(S(lit3py55t21z5v55vlm25s45))", "/wiki/(S(lit3py55t21z5v55vlm25s45))"],
  ["/(S(4))/group", "/(S(4))/group"],
])("%s without its session is %s", (link, expected) => {
  expect(withoutSession(new URL(link, "http://a.test")).href).toBe(`http://a.test${expected}`);
});
