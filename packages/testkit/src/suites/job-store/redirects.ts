import { expect, test } from "vitest";
import { entry, failure, type JobExam } from "./exam.ts";

/** Of several visits that end at the same page, one brings it. */
export function testRedirects({ start }: JobExam): void {
  test("a redirect claims the page that it led to", async () => {
    const { complete, get, decisions } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
    const landedOn = { key: "a2", url: "http://a2/" };
    expect(await complete("a1", { landedOn })).toMatchObject({ next: [], exhausted: true });
    expect(await get()).toMatchObject({ known: 1, completed: 1 });
    expect(await decisions()).toMatchObject([{ url: "http://a2/", reason: "duplicate" }]);
  });

  test("a redirect to a page that is open or visited brings no page, costs nothing, and leads nowhere", async () => {
    const { store, job, complete, get, decisions } = await start([entry("a1"), entry("a2")]);
    const what = { landedOn: { key: "a2", url: "http://a2/" }, discovered: [entry("a9", { depth: 1 })] };
    expect(await complete("a1", what)).toMatchObject({ next: [], credits: 0 });
    expect(await get()).toMatchObject({ known: 1, completed: 0, failed: 0 });
    expect(await decisions()).toMatchObject([{ url: "http://a1/", reason: "duplicate" }]);
    expect(await store.pages(job.id, { skip: 0, limit: 10 })).toEqual({ pages: [] });
  });

  test("of two pages that redirect to the same unknown place, one is taken", async () => {
    const { complete, get } = await start([entry("a1"), entry("a2")]);
    const landedOn = { key: "z1", url: "http://z1/" };
    expect(await complete("a1", { landedOn })).toMatchObject({ credits: 1 });
    expect(await complete("a2", { landedOn })).toMatchObject({ credits: 0, exhausted: true });
    expect(await get()).toMatchObject({ known: 1, completed: 1 });
  });

  test("of two pages that redirect to each other, one is taken", async () => {
    const { complete, get } = await start([entry("a1"), entry("a2")]);
    await complete("a1", { landedOn: { key: "a2", url: "http://a2/" } });
    expect(await complete("a2", { landedOn: { key: "a1", url: "http://a1/" } })).toMatchObject({ exhausted: true });
    expect(await get()).toMatchObject({ known: 1, completed: 1 });
  });

  test("of two pages that redirect to the same pending one, one is taken", async () => {
    const { complete, get } = await start([entry("a1"), entry("a2"), entry("a3", { depth: 1 })], { maxConcurrency: 2 });
    const landedOn = { key: "a3", url: "http://a3/" };
    expect(await complete("a1", { landedOn })).toMatchObject({ credits: 1, next: [] });
    expect(await complete("a2", { landedOn })).toMatchObject({ credits: 0, exhausted: true });
    expect(await get()).toMatchObject({ known: 1, completed: 1 });
  });

  test("a redirect to a page that failed brings it", async () => {
    const { complete, get } = await start([entry("a1"), entry("a2")]);
    await complete("a2", { outcome: failure });
    expect(await complete("a1", { landedOn: { key: "a2", url: "http://a2/" } })).toMatchObject({ credits: 1 });
    expect(await get()).toMatchObject({ known: 1, completed: 1, failed: 1 });
  });

  test("a visit that brought no page claims nothing", async () => {
    const { complete, get, decisions } = await start([entry("a1"), entry("a2")], { maxConcurrency: 1 });
    const { next } = await complete("a1", { outcome: failure, landedOn: { key: "a2", url: "http://a2/" } });
    expect(next).toMatchObject([{ key: "a2" }]);
    expect(await complete("a2")).toMatchObject({ credits: 1, exhausted: true });
    expect(await get()).toMatchObject({ known: 1, completed: 1, failed: 1 });
    expect(await decisions()).toEqual([]);
  });

  test("a page that was taken by a redirect is known, and not admitted again", async () => {
    const { complete, get } = await start([entry("a1")]);
    const landedOn = { key: "z1", url: "http://z1/" };
    const discovered = [entry("z1", { depth: 1 })];
    expect(await complete("a1", { landedOn, discovered })).toMatchObject({ next: [], exhausted: true, credits: 1 });
    expect(await get()).toMatchObject({ known: 1, completed: 1 });
  });

  test("a spelling that a redirect led to without finding a page is not asked for again", async () => {
    const { complete } = await start([entry("a1")]);
    const spelled = (url: string) => entry("a1", { url });
    const what = {
      landedOn: { key: "a1", url: "http://a1/x" },
      discovered: [spelled("http://a1/x"), spelled("http://a1/y")],
    };
    expect((await complete("a1", { ...what, isErrorPage: true })).next).toMatchObject([{ url: "http://a1/y" }]);
  });

  test("of two pages that redirect to one error page one is taken, and a page that redirects there later, too", async () => {
    const { complete, get } = await start([entry("a1"), entry("a2"), entry("a3"), entry("a4")], { maxConcurrency: 4 });
    const landedOn = { key: "z1", url: "http://z1/" };
    expect(await complete("a1", { landedOn, isErrorPage: true })).toMatchObject({ credits: 1 });
    expect(await complete("a2", { landedOn, isErrorPage: true })).toMatchObject({ credits: 0 });
    const other = { key: "z1", url: "http://www.z1/" };
    expect(await complete("a3", { landedOn: other })).toMatchObject({ credits: 1 });
    expect(await complete("a4", { landedOn: other })).toMatchObject({ credits: 0, exhausted: true });
    expect(await get()).toMatchObject({ known: 2, completed: 2, failed: 0 });
  });

  test("an error page claims a pending entry under its own URL only, and hands that on", async () => {
    const seeds = [entry("a1"), entry("a2"), entry("a3", { depth: 1 }), entry("a4", { depth: 1 })];
    const { complete } = await start(seeds, { maxConcurrency: 1 });
    const found = [entry("a4", { url: "http://www.a4/" })];
    await complete("a1", { landedOn: { key: "a3", url: "http://www.a3/" }, isErrorPage: true, discovered: found });
    const led = await complete("a2", { landedOn: { key: "a4", url: "http://a4/" }, isErrorPage: true });
    expect(led.next).toMatchObject([{ url: "http://www.a4/" }]);
    expect((await complete(led.next[0]?.key ?? "")).next).toMatchObject([{ url: "http://a3/" }]);
  });

  test("a page that a spelling of another address was led to has been found", async () => {
    const { complete } = await start([entry("a1"), entry("a2")]);
    const { next } = await complete("a1", { outcome: failure, discovered: [entry("a1", { url: "http://www.a1/" })] });
    await complete(next[0]?.key ?? "", { landedOn: { key: "z1", url: "http://z1/" } });
    const discovered = [entry("z1", { url: "http://www.z1/" })];
    expect(await complete("a2", { discovered })).toMatchObject({ next: [], exhausted: true });
  });

  test("the spelling to which a redirect led is remembered while the page is open", async () => {
    const { complete } = await start([entry("a1"), entry("a2")]);
    await complete("a1", { landedOn: { key: "a2", url: "http://www.a2/" } });
    expect((await complete("a2", { outcome: failure })).next).toMatchObject([{ url: "http://www.a2/" }]);
  });
}
