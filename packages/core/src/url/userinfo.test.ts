import fc from "fast-check";
import { expect, test } from "vitest";
import { basicAuthorization, takeUserinfo, withUserinfo } from "./userinfo.ts";

test.each([
  ["http://alice:secret@a.example/x?y#z", "http://a.example/x?y#z", "alice:secret"],
  ["HTTP://alice@a.example", "HTTP://a.example", "alice:"],
  ["https://:secret@a.example/@b", "https://a.example/@b", ":secret"],
  ["http://a@b:c@d@a.example/", "http://a.example/", "a%40b:c%40d"],
  ["http:/\\\\alice:secret@a.example/", "http:/\\\\a.example/", "alice:secret"],
  ["ht\ttp://alice:secret@a.example/", "http://a.example/", "alice:secret"],
])("%j is %s for %s", (whole, address, userinfo) => {
  expect(takeUserinfo(new URL(whole), whole)).toEqual({ address, userinfo });
});

test("an address without a scheme keeps having none", () => {
  const whole = " alice:1@a.example/x";
  const meant = new URL(`http://${whole.trim()}`);
  expect(takeUserinfo(meant, whole)).toEqual({ address: "a.example/x", userinfo: "alice:1" });
});

test("an address without userinfo stays as it is written", () => {
  expect(takeUserinfo(new URL("http://a.example"), "HTTP://A.example")).toEqual({ address: "HTTP://A.example" });
});

test("what is taken out of an address can be put back, and nothing of it is left meanwhile", () => {
  const part = fc.string({ unit: fc.constantFrom(..."abc:@/?#%\\[] é|'") });
  fc.assert(
    fc.property(part, part, fc.webPath(), (username, password, path) => {
      const url = new URL(`http://a.example${path}`);
      url.username = username;
      url.password = password;
      const { address, userinfo } = takeUserinfo(url);
      const plain = new URL(address);
      expect([plain.username, plain.password, plain.host]).toEqual(["", "", "a.example"]);
      const logins = userinfo === undefined ? {} : { [url.origin]: userinfo };
      expect(withUserinfo(address, logins)).toBe(url.href);
    }),
  );
});

test("a userinfo goes to its own origin only", () => {
  const logins = { "http://a.example": "alice:secret" };
  expect(withUserinfo("http://a.example:8080/", logins)).toBe("http://a.example:8080/");
  expect(withUserinfo("https://a.example/", logins)).toBe("https://a.example/");
});

test("HTTP gets the characters that were meant", () => {
  const sent = basicAuthorization("al%40ice:p%3Ass%");
  expect(Buffer.from(sent.slice("Basic ".length), "base64").toString()).toBe("al@ice:p%3Ass%");
});
