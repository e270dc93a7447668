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
}
