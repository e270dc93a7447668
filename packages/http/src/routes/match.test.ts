import { describe, expect, test } from "vitest";
import { createMatcher } from "./match.ts";

const matcher = createMatcher([
  { method: "GET", path: "/", name: "root" },
  { method: "POST", path: "/v2/crawl", name: "start" },
  { method: "GET", path: "/v2/crawl/active", name: "active" },
  { method: "GET", path: "/v2/crawl/{id}", name: "status" },
  { method: "DELETE", path: "/v2/crawl/{id}", name: "cancel" },
  { method: "GET", path: "/v2/crawl/{id}/errors", name: "errors" },
  { method: "POST", path: "/v2/crawl/params-preview", name: "preview" },
]);

describe("createMatcher", () => {
  test.each([
    ["GET", "/", "root", {}],
    ["POST", "/v2/crawl", "start", {}],
    ["POST", "/v2/crawl/", "start", {}],
    ["GET", "/v2/crawl/active", "active", {}],
    ["GET", "/v2/crawl/a%20b", "status", { id: "a b" }],
    ["GET", "/v2/crawl/50%", "status", { id: "50%" }],
    ["HEAD", "/v2/crawl/1", "status", { id: "1" }],
    ["DELETE", "/v2/crawl/1", "cancel", { id: "1" }],
    ["GET", "/v2/crawl/1/errors", "errors", { id: "1" }],
  ])("%s %s is %s", (method, path, name, params) => {
    expect(matcher.find(method, path)).toEqual({ target: expect.objectContaining({ name }), params });
  });

  test.each(["/v2", "/v2/crawl/1/2", "/V2/crawl", "//v2/crawl", "/v2/crawlx"])("nothing is at %j", (path) => {
    expect(() => matcher.find("GET", path)).toThrow(expect.objectContaining({ code: "ROUTE_NOT_FOUND" }));
  });

  test("says which methods would do", () => {
    expect(() => matcher.find("PUT", "/v2/crawl/1")).toThrow(
      expect.objectContaining({ code: "METHOD_NOT_ALLOWED", details: { allow: "GET, DELETE, HEAD, OPTIONS" } }),
    );
    expect(matcher.allow("/v2/crawl")).toBe("POST, OPTIONS");
    // A word of a path is no id.
    expect(() => matcher.find("GET", "/v2/crawl/params-preview")).toThrow(
      expect.objectContaining({ code: "METHOD_NOT_ALLOWED", details: { allow: "POST, OPTIONS" } }),
    );
  });
});
