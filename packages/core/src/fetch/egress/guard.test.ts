import { createServer } from "node:http";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import fc from "fast-check";
import { reservedPort } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../memory/system-clock.ts";
import { createEgressGuard, type AllowedNetworks, type Resolver } from "./guard.ts";
import { httpSource } from "../http/http-source.ts";

const publicAddress = { address: "93.184.215.14", family: 4 };
const publicResolver: Resolver = async () => [publicAddress];
const guardThat = (allow: AllowedNetworks, resolver: Resolver = publicResolver) =>
  createEgressGuard({ allow, resolver });

/** True if a request to a URL would be let through, from its text to the address it connects to. */
async function verdictOn(text: string, allow: AllowedNetworks, resolver?: Resolver): Promise<string> {
  const guard = guardThat(allow, resolver);
  const url = URL.parse(text);
  if (url === null) return "not a URL";
  try {
    guard.checkUrl(url);
    await guard.resolve(url.hostname, Number(url.port) || 80);
    return "allowed";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("spellings of addresses that are not the public internet", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.0.0.1:8080/admin",
    "https://127.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://127.255.255.254/",
    "http://0x7f.1/",
    "http://0x7f000001/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0X7F.1/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://0177.0.0.01/",
    "http://00000177.0.0.1/",
    "http://0x7f.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1./",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://LocalHost.:3000/",
    "http://foo.localhost/",
    "http://a.b.localhost./",
    "http://0/",
    "http://0.0.0.0/",
    "http://0.1.2.3/",
    "http://00/",
    "http://0x0/",
    "http://10.0.0.1/",
    "http://10.255.255.255/",
    "http://10.1/",
    "http://0xa.1/",
    "http://012.1/",
    "http://167772161/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.0.1/",
    "http://192.168.257/",
    "http://0xc0a80001/",
    "http://100.64.0.1/",
    "http://100.127.255.255/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/",
    "http://198.18.0.1/",
    "http://198.19.255.255/",
    "http://192.0.0.8/",
    "http://192.0.2.1/",
    "http://198.51.100.7/",
    "http://203.0.113.9/",
    "http://192.88.99.1/",
    "http://224.0.0.1/",
    "http://239.255.255.250/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[0000::0001]:8080/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[::127.0.0.1]/",
    "http://[::7f00:1]/",
    "http://[fc00::1]/",
    "http://[fd12:3456:789a::1]/",
    "http://[fe80::1]/",
    "http://[febf::1]/",
    "http://[fec0::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:a00:1::]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2001::1]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[ff02::1]/",
    "http://[100::1]/",
    "http://[5f00::1]/",
    "http://１２７.０.０.１/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://127．0．0．1/",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://%31%32%37.0.0.1/",
    "http://127%2e0%2e0%2e1/",
    "http://%6c%6f%63%61%6c%68%6f%73%74/",
    "http://example.com@127.0.0.1/",
    "http://example.com:80@127.0.0.1/",
    "http://example.com%40evil@127.0.0.1/",
    "http://127.0.0.1\\@example.com/",
    "http://127.0.0.1:6666\\@1.1.1.1/",
    "http:\\\\127.0.0.1\\",
    "http:127.0.0.1/",
    "http:///127.0.0.1/",
    "  http://127.0.0.1/ ",
    "ht\ntp://127.0.\t0.1/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1?@example.com/",
  ])("%s", async (text) => expect(await verdictOn(text, false)).toBe("URL_BLOCKED"));

  test.each([
    "http://[fe80::1%25eth0]/",
    "http://[::1%lo]/",
    "http://127.0.0.256/",
    "http://1.2.3.4.5/",
    "http://0x7g.1/",
  ])("%s is no URL at all", async (text) => expect(await verdictOn(text, false)).toBe("not a URL"));

  test.each([
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com:70/",
    "data:text/html,x",
    "ws://example.com/",
  ])("%s has a scheme that is refused", async (text) => expect(await verdictOn(text, true)).toBe("URL_BLOCKED"));

  test.each([
    "http://example.com/",
    "https://example.com./",
    "http://8.8.8.8/",
    "http://172.32.0.1/",
    "http://100.128.0.1/",
    "http://[2606:4700::1111]/",
    "http://localhost.example.com/",
    "http://notlocalhost/",
    "http://bücher.example/",
  ])("%s is public", async (text) => expect(await verdictOn(text, false)).toBe("allowed"));

  const numeric = fc
    .record({
      network: fc.constantFrom<[number, number]>(
        [0x0a000000, 8],
        [0x7f000000, 8],
        [0, 8],
        [0xac100000, 12],
        [0xc0a80000, 16],
        [0x64400000, 10],
        [0xa9fe0000, 16],
        [0xc6120000, 15],
        [0xe0000000, 3],
      ),
      host: fc.nat(0xffffffff),
      parts: fc.integer({ min: 1, max: 4 }),
      radixes: fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
      zeros: fc.nat(4),
      dot: fc.boolean(),
    })
    .map(({ network: [base, bits], host, parts, radixes, zeros, dot }) => {
      const address = (base | (host & (2 ** (32 - bits) - 1))) >>> 0;
      const octets = [24, 16, 8].slice(0, parts - 1).map((shift) => (address >>> shift) & 0xff);
      const last = parts === 4 ? address & 0xff : address & (2 ** (8 * (5 - parts)) - 1);
      const numbers = [...octets, last >>> 0];
      const write = (value: number, radix: number) => {
        const digits = value.toString(radix);
        if (radix === 10) return digits;
        return (radix === 16 ? "0x" : "0") + "0".repeat(zeros) + digits;
      };
      return numbers.map((value, index) => write(value, radixes[index] ?? 10)).join(".") + (dot ? "." : "");
    });

  test("every number of a private network, however it is written", async () => {
    await fc.assert(
      fc.asyncProperty(numeric, async (spelling) => {
        expect(await verdictOn(`http://${spelling}/`, false)).toBe("URL_BLOCKED");
        // The system's resolver reads such spellings too, so they must not reach it.
        await expect(guardThat(false).resolve(spelling, 80)).rejects.toMatchObject({ code: "URL_BLOCKED" });
      }),
      { numRuns: 500 },
    );
  });
});

describe("names", () => {
  test.each(["10.0.0.1", "127.0.0.1", "::1", "fe80::1%eth0", "::ffff:192.168.1.1", "fd00::1"])(
    "a name that resolves to %s is refused",
    async (address) => {
      const resolver: Resolver = async () => [{ address, family: address.includes(":") ? 6 : 4 }];
      expect(await verdictOn("http://intranet.example/", false, resolver)).toBe("URL_BLOCKED");
    },
  );

  test("a resolver that gives texts is told what to give", async () => {
    const resolver = (async () => ["93.184.216.34"]) as unknown as Resolver;
    await expect(guardThat(false, resolver).resolve("public.example", 80)).rejects.toMatchObject({
      code: "EXTENSION_FAILED",
      message: "`network.resolver` must give a list of `{ address, family }`.",
    });
  });

  test("one private address among public ones is enough", async () => {
    const resolver: Resolver = async () => [publicAddress, { address: "192.168.1.1", family: 4 }];
    expect(await verdictOn("http://mixed.example/", false, resolver)).toBe("URL_BLOCKED");
  });

  test("a name without addresses does not resolve", async () => {
    expect(await verdictOn("http://void.example/", false, async () => [])).toBe("SCRAPE_DNS_RESOLUTION_ERROR");
    const failing: Resolver = async () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    expect(await verdictOn("http://void.example/", false, failing)).toBe("SCRAPE_DNS_RESOLUTION_ERROR");
  });

  test.each(["a b", "a/b", "a:80", "user@a", "a?b", ""])("%j is no host name", async (hostname) => {
    await expect(guardThat(true).resolve(hostname, 80)).rejects.toMatchObject({ code: "URL_BLOCKED" });
  });

  test("the message names the host, the address and the reason", async () => {
    const resolver: Resolver = async () => [{ address: "10.1.2.3", family: 4 }];
    await expect(guardThat(false, resolver).resolve("intranet.example", 80)).rejects.toThrow(
      "intranet.example (10.1.2.3) is not on the public internet (private).",
    );
  });
});

describe("allowed networks", () => {
  const loopback: Resolver = async () => [{ address: "127.0.0.1", family: 4 }];
  test.each<[AllowedNetworks, string, string]>([
    [true, "http://127.0.0.1/", "allowed"],
    [["127.0.0.0/8"], "http://127.9.9.9/", "allowed"],
    [["127.0.0.0/8"], "http://10.0.0.1/", "URL_BLOCKED"],
    [["127.0.0.1"], "http://127.0.0.1:81/", "allowed"],
    [["127.0.0.1"], "http://127.0.0.2/", "URL_BLOCKED"],
    [["127.0.0.1:8080"], "http://127.0.0.1:8080/", "allowed"],
    [["127.0.0.1:8080"], "http://127.0.0.1:8081/", "URL_BLOCKED"],
    [["127.0.0.1:8080"], "http://wiki.example:8080/", "allowed"],
    [["127.0.0.1:8080"], "http://wiki.example:8081/", "URL_BLOCKED"],
    [["::1"], "http://[::1]/", "allowed"],
    [["[::1]:81"], "http://[::1]:81/", "allowed"],
    [["[::1]:81"], "http://[::1]/", "URL_BLOCKED"],
    [["fd00::/8"], "http://[fd12::1]/", "allowed"],
    [["localhost"], "http://localhost:3000/", "allowed"],
    [["localhost:3000"], "http://LOCALHOST:3000/", "allowed"],
    [["localhost:3000"], "http://localhost:3001/", "URL_BLOCKED"],
    [["127.0.0.0/8"], "http://localhost/", "allowed"],
    [["127.0.0.0/8"], "http://app.localhost/", "allowed"],
    [["127.0.0.1:3000"], "http://localhost:3000/", "allowed"],
    [["127.0.0.1:3000"], "http://localhost:3001/", "URL_BLOCKED"],
    [["127.0.0.2"], "http://localhost/", "URL_BLOCKED"],
    [["::1"], "http://localhost/", "URL_BLOCKED"],
    [["10.0.0.0/8"], "http://localhost/", "URL_BLOCKED"],
    [["wiki.example"], "http://wiki.example/", "allowed"],
    [["wiki.example"], "http://other.example/", "URL_BLOCKED"],
    [["*.corp.example"], "http://a.b.corp.example/", "allowed"],
    [["*.corp.example"], "http://corp.example/", "URL_BLOCKED"],
    [["*.corp.example"], "http://evilcorp.example/", "URL_BLOCKED"],
    [["127.0.0.0/8"], "http://wiki.example/", "allowed"],
    [[], "http://wiki.example/", "URL_BLOCKED"],
  ])("with %j, %s is %s", async (allow, text, verdict) => {
    expect(await verdictOn(text, allow, loopback)).toBe(verdict);
  });

  test("of the addresses of this machine, those that are open are enough; another name needs all of its own", async () => {
    const both: Resolver = async () => [
      { address: "::1", family: 6 },
      { address: "127.0.0.1", family: 4 },
    ];
    const guard = guardThat(["127.0.0.0/8"], both);
    expect(await guard.resolve("localhost", 80)).toEqual([{ address: "127.0.0.1", family: 4 }]);
    await expect(guard.resolve("wiki.example", 80)).rejects.toMatchObject({ code: "URL_BLOCKED" });
  });

  test.each(["", "10.0.0.0/33", "http://example.com", "a b", "*", "*.", "10.0.0.0/8/8", "-"])(
    "%j is no network",
    (entry) => {
      expect(() => guardThat([entry])).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
    },
  );
});

describe("rebinding", () => {
  /** Two servers on one port of two loopback addresses. */
  async function twoServers() {
    const port = await reservedPort("127.0.0.2", "127.0.0.1");
    const start = async (host: string) => {
      const server = createServer((_request, response) => response.end(host));
      server.listen(port, host);
      await once(server, "listening");
      return server;
    };
    const first = await start("127.0.0.2");
    const second = await start("127.0.0.1");
    const close = () => [first, second].forEach((server) => server.close().closeAllConnections());
    return { port, [Symbol.dispose]: close };
  }

  test("a connection goes to the address that was checked, and the name is asked for once", async () => {
    using servers = await twoServers();
    const answers = ["127.0.0.2", "127.0.0.1", "127.0.0.1"];
    const asked: string[] = [];
    const resolver: Resolver = async (hostname) => {
      const address = answers[asked.push(hostname) - 1] ?? "127.0.0.1";
      return [{ address, family: 4 }];
    };
    const guard = createEgressGuard({ allow: ["127.0.0.2"], resolver });
    const policy = { userAgent: "test", maxBodyBytes: 1000, maxRedirects: 0 };
    const capture = async () => {
      await using source = httpSource()({ guard, clock: systemClock, random: () => 0, policy });
      const url = `http://rebind.example:${servers.port}/`;
      const request = { url, headers: {}, mobile: false, waitForMs: 0, actions: [] };
      const options = { skipTlsVerification: true, blockAds: true, proxy: "basic" } as const;
      return await source.capture({ ...request, ...options }, systemClock.deadline(20_000));
    };
    const page = await capture();
    expect(new TextDecoder().decode(page.body)).toBe("127.0.0.2");
    expect(asked).toEqual(["rebind.example"]);
    await expect(capture()).rejects.toMatchObject({ code: "URL_BLOCKED" });
  });

  test("`lookup` hands out checked addresses only", async () => {
    const lookUp = (guard: ReturnType<typeof guardThat>, all: boolean) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      guard.lookup(80)("site.example", { all }, (error, address) =>
        error === null ? resolve(address) : reject(error),
      );
      return promise;
    };
    expect(await lookUp(guardThat(false), false)).toBe("93.184.215.14");
    expect(await lookUp(guardThat(false), true)).toEqual([publicAddress]);
    const rebound = guardThat(false, async () => [{ address: "127.0.0.1", family: 4 }]);
    await expect(lookUp(rebound, true)).rejects.toMatchObject({ code: "URL_BLOCKED" });
  });
});

describe("where this process listens", () => {
  const guardOf = (address: string, resolver = publicResolver) =>
    createEgressGuard({ allow: true, ownAddresses: () => [{ address, port: 3002 }], resolver });
  const isRefused = async (guard: ReturnType<typeof guardOf>, text: string) => {
    const url = new URL(text);
    const port = Number(url.port) || 80;
    return await guard.resolve(url.hostname, port).then(
      () => false,
      (error: unknown) => (error as { message: string }).message.includes("is the server that was asked"),
    );
  };

  test.each([
    ["127.0.0.1", "http://127.0.0.1:3002/"],
    ["127.0.0.1", "http://2130706433:3002/"],
    ["127.0.0.1", "http://[::ffff:127.0.0.1]:3002/"],
    ["127.0.0.1", "http://0.0.0.0:3002/"],
    ["127.0.0.1", "http://[::]:3002/"],
    ["0.0.0.0", "http://127.8.9.10:3002/"],
    ["::", "http://127.0.0.1:3002/"],
    ["::", "http://[::1]:3002/"],
    ["::ffff:10.1.2.3", "http://10.1.2.3:3002/"],
    ["garner.example", "http://GARNER.example.:3002/"],
  ])("listening on %s, %s is never a target, whatever is allowed", async (address, url) => {
    const guard = guardOf(address);
    expect(await isRefused(guard, url)).toBe(true);
    await expect(guard.checkProxied(new URL(url))).rejects.toMatchObject({ code: "URL_BLOCKED" });
  });

  test.each([
    ["127.0.0.1", "http://127.0.0.1:3003/"],
    ["127.0.0.1", "http://127.0.0.2:3002/"],
    ["0.0.0.0", "http://10.200.1.1:3002/"],
    ["garner.example", "http://garner.example/"],
  ])("listening on %s, %s is one", async (address, url) => {
    expect(await isRefused(guardOf(address), url)).toBe(false);
  });

  test("all addresses of this machine lead back, and every name that means one", async () => {
    for (const { address, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
      const spelled = family === "IPv6" ? `[${address.replace(/%.*$/, "")}]` : address;
      expect(await isRefused(guardOf("::"), `http://${spelled}:3002/`), spelled).toBe(true);
    }
    const rebound = guardOf("0.0.0.0", async () => [publicAddress, { address: "127.0.0.1", family: 4 }]);
    expect(await isRefused(rebound, "http://rebound.example:3002/")).toBe(true);
  });
});
