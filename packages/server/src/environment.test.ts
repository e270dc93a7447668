import { describe, expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

describe("readEnvironment", () => {
  test("has a default for everything", () => {
    expect(readEnvironment({})).toEqual({
      PORT: 3002,
      HOST: "127.0.0.1",
      LOG_LEVEL: "info",
      LOG_QUERY_VALUES: false,
      USE_DB_AUTHENTICATION: false,
      ALLOW_PRIVATE_NETWORKS: false,
      SHARE_INDEX: false,
      WORK: true,
      WORK_CONCURRENCY: 50,
      JOB_CONCURRENCY: 20,
      TEAM_CONCURRENCY: 50,
    });
  });

  test("takes an empty variable for an absent one, and ignores what is not its own", () => {
    expect(readEnvironment({ PORT: "", PROXY_SERVER: "", HOME: "/root" })).toEqual(readEnvironment({}));
  });

  test.each([
    [{ PORT: "8080" }, { PORT: 8080 }],
    [
      { USE_DB_AUTHENTICATION: "TRUE", API_KEYS: "a:b, c" },
      { USE_DB_AUTHENTICATION: true, API_KEYS: ["a:b", "c"] },
    ],
    [{ ALLOW_PRIVATE_NETWORKS: "true" }, { ALLOW_PRIVATE_NETWORKS: true }],
    [{ ALLOW_PRIVATE_NETWORKS: "yes" }, { ALLOW_PRIVATE_NETWORKS: true }],
    [{ ALLOW_PRIVATE_NETWORKS: "Off" }, { ALLOW_PRIVATE_NETWORKS: false }],
    [{ ALLOW_PRIVATE_NETWORKS: "intranet" }, { ALLOW_PRIVATE_NETWORKS: ["intranet"] }],
    [{ ALLOW_PRIVATE_NETWORKS: "tree:80" }, { ALLOW_PRIVATE_NETWORKS: ["tree:80"] }],
    [{ REDIS_URL: "unix:///run/redis.sock?db=1" }, { REDIS_URL: "unix:///run/redis.sock?db=1" }],
    [{ POLITENESS: '{"startRate":2}' }, { POLITENESS: { startRate: 2 } }],
    [
      { ALLOW_PRIVATE_NETWORKS: "10.0.0.0/8, intranet.example" },
      { ALLOW_PRIVATE_NETWORKS: ["10.0.0.0/8", "intranet.example"] },
    ],
    [
      { PROXY_SERVER: "socks5://user:pass@proxy.example:1080" },
      { PROXY_SERVER: "socks5://user:pass@proxy.example:1080" },
    ],
  ])("reads %j", (variables, expected) => {
    expect(readEnvironment(variables)).toMatchObject(expected);
  });

  test.each([
    ["PORT", "70000"],
    ["PORT", "http"],
    ["PORT", "80.5"],
    ["LOG_LEVEL", "loud"],
    ["USE_DB_AUTHENTICATION", "perhaps"],
    ["ALLOW_PRIVATE_NETWORKS", "10.0.0.0/99"],
    ["ALLOW_PRIVATE_NETWORKS", "ture"],
    ["ALLOW_PRIVATE_NETWORKS", "true,10.0.0.0/8"],
    ["ALLOW_PRIVATE_NETWORKS", "intranet.example,false"],
    ["WEBHOOK_SIGNATURE_HEADERS", "X A"],
    ["ALLOW_PRIVATE_NETWORKS", "nope!"],
    ["PROXY_SERVER", "not a url"],
    ["STEALTH_PROXY_SERVER", "ftp://proxy.example"],
    ["PUBLIC_URL", "example.com"],
    ["ALLOWED_HOSTS", "https://garner.example"],
    ["ALLOWED_ORIGINS", "app.example"],
    ["ALLOWED_ORIGINS", "*"],
    ["SEARXNG_ENDPOINT", "localhost"],
    ["REDIS_URL", "http://redis.example"],
    ["REDIS_URL", "unix://run/redis.sock"],
    ["REDIS_LEASE_MS", "10"],
    ["WORK_CONCURRENCY", "0"],
    ["ADMIN_KEY", "admin"],
  ])("refuses %s=%s by name", (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(`\n${name}: `);
  });

  test("lets every website in only where callers need a key", () => {
    const keys = { USE_DB_AUTHENTICATION: "true", API_KEYS: "a:b" };
    expect(readEnvironment({ ALLOWED_ORIGINS: "*", ...keys })).toMatchObject({ ALLOWED_ORIGINS: ["*"] });
  });

  test.each([
    [{ PORT: "70000" }, 'PORT: "70000" is not a port: a whole number from 0 to 65535.'],
    [{ PORT: "http" }, 'PORT: "http" is not a port: a whole number from 0 to 65535.'],
    [{ USE_DB_AUTHENTICATION: "perhaps" }, 'USE_DB_AUTHENTICATION: "perhaps" is neither `true` nor `false`.'],
    [{ LOG_LEVEL: "loud" }, /LOG_LEVEL: "loud" is not one of trace, debug, info/],
    [{ POLITENESS: "{bad" }, /POLITENESS: This is not JSON: .*position 1/],
    [{ POLITENESS: '{"startRat":1}' }, "POLITENESS: Unknown key `startRat`. Did you mean `startRate`?"],
    [{ POLITENESS: "[]" }, "POLITENESS: It must be an object, not a list."],
    [{ PROXY_SERVER: "ftp://me:secret@proxy.example" }, 'PROXY_SERVER: "ftp://***@proxy.example" is not an http'],
  ])("says of %j what is wrong, and shows no secret", (variables, complaint) => {
    expect(() => readEnvironment(variables)).toThrow(complaint);
  });

  test("names every bad variable", () => {
    expect(() => readEnvironment({ PORT: "x", LOG_LEVEL: "y" })).toThrow(/PORT: .*\nLOG_LEVEL: /);
  });

  test("authentication needs keys", () => {
    expect(() => readEnvironment({ USE_DB_AUTHENTICATION: "true" })).toThrow("API_KEYS: ");
    expect(() => readEnvironment({ USE_DB_AUTHENTICATION: "true", API_KEYS: "a,,b" })).toThrow("API_KEYS: ");
  });
});
