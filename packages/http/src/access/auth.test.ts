import { describe, expect, test } from "vitest";
import { apiKeys, noAuthentication } from "./auth.ts";

const request = (authorization?: string) =>
  new Request("http://garner.test/v2/scrape", authorization === undefined ? {} : { headers: { authorization } });

describe("noAuthentication", () => {
  test("lets everybody in as team bypass, and warns once", async () => {
    const warnings: string[] = [];
    const authenticate = noAuthentication((message) => warnings.push(message));
    expect(await authenticate(request())).toMatchObject({ team: "bypass" });
    expect(await authenticate(request("Bearer anything"))).toMatchObject({ team: "bypass" });
    expect(warnings).toHaveLength(1);
  });
});

describe("apiKeys", () => {
  const authenticate = apiKeys(["acme:fc-1", "solo", "acme:fc-2"]);

  test("knows the team of a key, and names the key without telling it", async () => {
    const one = await authenticate(request("Bearer fc-1"));
    const other = await authenticate(request("Bearer fc-2"));
    expect(one).toMatchObject({ team: "acme" });
    expect(one.apiKey).not.toBe(other.apiKey);
    expect(JSON.stringify(one)).not.toContain("fc-1");
    expect(await authenticate(request("Bearer solo"))).toMatchObject({ team: "default" });
  });

  test("takes the second word for the key, whatever the scheme", async () => {
    expect(await authenticate(request("Token fc-1"))).toMatchObject({ team: "acme" });
  });

  test.each([
    ["no header", undefined],
    ["a header without a token", "Bearer"],
    ["an unknown key", "Bearer fc-3"],
    ["the beginning of a key", "Bearer fc-"],
    ["a key with its team", "Bearer acme:fc-1"],
  ])("refuses %s", async (_, header) => {
    await expect(async () => authenticate(request(header))).rejects.toMatchObject({
      code: "UNAUTHORIZED",
      status: 401,
    });
  });

  test.each([[[]], [[""]], [["acme:"]], [[":fc-1"]], [["two words"]]])("cannot be made of %j", (keys) => {
    expect(() => apiKeys(keys)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
  });
});
