import { expect, test } from "vitest";
import { requestHeaders } from "./request-headers.ts";

const callerHeaders = { "X-Tenant": "lamps", "X-Access-Key": "k", Authorization: "Bearer k", "User-Agent": "Keeper" };

const sentTo = (url: string, origin = "https://shop.example/") =>
  Object.keys(
    requestHeaders({
      ...{ url: new URL(url), origin: new URL(origin), callerHeaders },
      ...{ siteCookies: "", userAgent: "Garner", location: undefined },
    }),
  ).filter((name) => name in callerHeaders);

test.each([
  ["https://shop.example/lamps", undefined, Object.keys(callerHeaders)],
  ["https://shop.example/", "http://shop.example/", Object.keys(callerHeaders)],
  ["https://www.shop.example/", undefined, ["X-Tenant", "User-Agent"]],
  ["http://shop.example/", undefined, ["User-Agent"]],
  ["https://shop.example.net/", undefined, ["User-Agent"]],
])("headers go no further than their names allow: to %s", (url, origin, expected) => {
  expect(sentTo(url, origin)).toEqual(expected);
});
