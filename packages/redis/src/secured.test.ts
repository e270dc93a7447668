import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError } from "@garner/core";
import { startRedisServer, startTlsRedisServer } from "@garner/testkit/site";
import { describe, expect, onTestFinished, test } from "vitest";
import { crawlTogether, whole } from "../test/crawl-together.ts";
import { redis, type RedisOptions } from "./index.ts";

const patience = { timeout: 60_000 };
const read = (file: string) => readFileSync(file, "utf8");

/** The words of a Redis that refuses us. */
async function refusalOf(options: RedisOptions): Promise<string> {
  await using stores = redis({ ...options, onError: () => {} });
  const thrown = await stores.check().catch((error: unknown) => error);
  if (!EngineError.is(thrown, "STORE_UNAVAILABLE")) throw new Error("It was not refused.", { cause: thrown });
  return thrown.message;
}

describe("a Redis behind TLS", () => {
  test("is trusted by the authority that signed it, and refused with the setting without it", patience, async () => {
    await using server = await startTlsRedisServer();
    const { url } = server;
    expect(await crawlTogether({ url, tls: { ca: read(server.authority) } })).toMatchObject(whole);
    expect(await refusalOf({ url })).toContain("name its authority in `tls.ca`, or REDIS_TLS_CA");
    await using stranger = await startTlsRedisServer();
    expect(await refusalOf({ url, tls: { ca: read(stranger.authority) } })).toContain("`tls.ca`");
  });

  test("may have a certificate for another name", patience, async () => {
    await using server = await startTlsRedisServer({ subjects: "DNS:redis.example" });
    const { url } = server;
    const ca = read(server.authority);
    expect(await crawlTogether({ url, tls: { ca, servername: "redis.example" } })).toMatchObject(whole);
    expect(await refusalOf({ url, tls: { ca } })).toContain("for another name: say which in `tls.servername`");
  });

  test("may ask its clients for a certificate", patience, async () => {
    await using server = await startTlsRedisServer({ asksClients: true });
    const { url, client } = server;
    const ca = read(server.authority);
    const own = { cert: read(client.certificate), key: read(client.key) };
    expect(await crawlTogether({ url, tls: { ca, ...own } })).toMatchObject(whole);
    expect(await refusalOf({ url, tls: { ca } })).toContain("give it as `tls.cert` and `tls.key`");
  });
});

describe("a Redis with users", () => {
  test("takes one who may do what the store needs on its own keys, and nothing else", patience, async () => {
    await using server = await startRedisServer();
    const rights = "~garner:* ~{garner}:* &garner:* +@all -@admin -@dangerous +info +keys";
    await server.tell(`ACL SETUSER garner on >a#secret ${rights}`);
    await server.tell("ACL SETUSER reader on >other ~* +@read");
    const as = (login: string) => server.url.replace("//", `//${login}@`);
    const own = { prefix: "garner", onError: () => {} };
    expect(await crawlTogether({ url: as("garner:a%23secret"), ...own })).toMatchObject(whole);
    expect(await refusalOf({ url: as("reader:other") })).toContain("may not do what the store needs");
    expect(await refusalOf({ url: as("garner:wrong") })).toContain("refuses the name or the password");
    expect(await refusalOf({ url: as("nobody:a") })).toContain("refuses the name or the password");
  });
});

describe("a place within a Redis", () => {
  test("is a database by its number, which knows nothing of the others", patience, async () => {
    await using server = await startRedisServer();
    expect(await crawlTogether({ url: `${server.url}/5`, prefix: "garner" })).toMatchObject(whole);
    await using there = redis({ url: `${server.url}?db=5` });
    await using elsewhere = redis({ url: server.url });
    expect([await listed(there), await listed(elsewhere)]).toEqual([1, 0]);
    expect(await refusalOf({ url: `${server.url}/99` })).toContain("no database of the number in the URL");
  });

  test("is a prefix, which knows nothing of the others", patience, async () => {
    await using server = await startRedisServer();
    expect(await crawlTogether({ url: server.url, prefix: "one" })).toMatchObject(whole);
    await using one = redis({ url: server.url, prefix: "one" });
    await using other = redis({ url: server.url, prefix: "other" });
    expect([await listed(one), await listed(other)]).toEqual([1, 0]);
  });

  test("is reached by a socket of the machine", patience, async () => {
    const folder = mkdtempSync(join(tmpdir(), "garner-socket-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const socket = join(folder, "redis.sock");
    await using _server = await startRedisServer({ settings: ["--unixsocket", socket, "--requirepass", "a secret"] });
    expect(await crawlTogether({ url: `unix://${socket}?db=2&password=a%20secret` })).toMatchObject(whole);
    expect(await refusalOf({ url: `unix://${socket}` })).toContain("wants a password");
  });
});

/** Number of usage periods: one once something was charged. */
async function listed({ ledger }: ReturnType<typeof redis>): Promise<number> {
  return (await ledger.usage({ team: "bypass", byApiKey: false })).length;
}
