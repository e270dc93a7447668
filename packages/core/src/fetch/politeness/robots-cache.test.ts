import { fakeClock } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { EngineError } from "../../errors.ts";
import { createRobotsCache } from "./robots-cache.ts";

const page = new URL("http://site.test/private");

/** What is known of the page's robots.txt once that is said, as a robot asks that comes back when it is told to. */
async function start(answer: () => Response) {
  const clock = fakeClock();
  const cache = createRobotsCache({ fetch: async () => answer(), clock });
  return {
    clock,
    async read() {
      for (;;) {
        const found = await cache.read(page, new AbortController().signal);
        if (typeof found !== "number")
          return found.state === "known" ? found.rules.check(page.href, "bot").allowed : found.state;
        await clock.advance(found);
      }
    },
  };
}

const hour = 60 * 60 * 1000;
const forbidding = () => new Response("User-agent: *\nDisallow: /private");
const down = () => new Response("", { status: 503 });

test("rules that were read go on counting while robots.txt can't be read again (RFC 9309 §2.4)", async () => {
  let answer = () => new Response("User-agent: *\nDisallow: /other");
  const { clock, read } = await start(() => answer());
  expect(await read()).toBe(true);
  answer = down;
  await clock.advance(hour);
  expect(await read()).toBe(true);
  answer = forbidding;
  await clock.advance(hour);
  expect(await read()).toBe(false);
  answer = down;
  await clock.advance(2 * hour);
  expect(await read()).toBe(false);
});

test("a site whose robots.txt was never read is left alone for a while", async () => {
  let answer = down;
  const { clock, read } = await start(() => answer());
  expect(await read()).toBe("unreachable");
  answer = () => new Response("");
  expect(await read()).toBe("unreachable");
  await clock.advance(hour);
  expect(await read()).toBe(true);
});

test("a connection that breaks in passing allows nothing; one that nobody takes leaves it to the page to say why", async () => {
  const failing = (code: string) => () => {
    throw new EngineError("SCRAPE_SITE_ERROR", "It could not be read.", {
      cause: Object.assign(new Error(), { code }),
    });
  };
  let answer: () => Response = failing("ECONNRESET");
  const broken = await start(() => {
    const given = answer;
    answer = forbidding;
    return given();
  });
  expect(await broken.read()).toBe(false);
  const resetting = await start(failing("ECONNRESET"));
  expect(await resetting.read()).toBe("unreachable");
  const closed = await start(failing("ECONNREFUSED"));
  expect(await closed.read()).toBe(true);
});

test.each(["begins", "ends"])("a file that never %s is told as one that did not come in time", async (part) => {
  const clock = fakeClock();
  const fetch = async (_url: string | URL, init?: RequestInit): Promise<Response> => {
    const stopped = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(new EngineError("ABORTED", "The caller gave up.")));
    });
    const endless = { start: (to: ReadableStreamDefaultController) => void stopped.catch((error) => to.error(error)) };
    return part === "begins" ? await stopped : new Response(new ReadableStream(endless));
  };
  const cache = createRobotsCache({ fetch, clock });
  const read = async () => {
    const reading = cache.read(page, new AbortController().signal);
    await clock.advance(10_000);
    return await reading;
  };
  for (const delayMs of [1000, 4000]) {
    expect(await read()).toBe(delayMs);
    await clock.advance(delayMs);
  }
  expect(await read()).toEqual({ state: "unreachable", reason: "robots.txt did not come within 10000 ms" });
});
