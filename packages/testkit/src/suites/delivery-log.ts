import type { Delivery, DeliveryLog } from "@garner/core";
import { expect, test } from "vitest";
import { examine, type Setup } from "./examined.ts";

/** The settings of {@link testDeliveryLog}. */
export interface DeliveryLogSuite {
  /** Makes an empty log. */
  readonly setup: Setup<DeliveryLog>;
}

/** The exam of every delivery log. Call it inside `describe`. */
export function testDeliveryLog({ setup }: DeliveryLogSuite): void {
  const delivery = (id: string, more: Partial<Delivery> = {}): Delivery => {
    const fixed = { jobId: "job", team: "team", sequence: 1, type: "crawl.page", url: "http://a.test/", attempts: 1 };
    return { id, ...fixed, status: "pending", createdAt: 1000, ...more };
  };

  test("a job's position moves forward only", async () => {
    const { store: log } = await examine(setup);
    expect(await log.position("job")).toBe(0);
    await log.advance("job", 3);
    await log.advance("job", 2);
    expect(await log.position("job")).toBe(3);
    expect(await log.position("other")).toBe(0);
  });

  test("keeps a delivery whole, in place of what was saved before under its id", async () => {
    const { store: log } = await examine(setup);
    await log.save(delivery("1", { nextAttemptAt: 5000, error: "no" }));
    const after = delivery("1", { status: "delivered", attempts: 2, responseStatus: 204, lastAttemptAt: 5000 });
    await log.save(after);
    expect(await log.get("1")).toEqual(after);
    expect(await log.get("2")).toBeUndefined();
  });

  test("lists a team's deliveries, newest first, by job and by status, in pages", async () => {
    const { store: log } = await examine(setup);
    await log.save(delivery("1"));
    await log.save(delivery("2", { status: "failed" }));
    await log.save(delivery("3", { jobId: "other" }));
    await log.save(delivery("4", { team: "other" }));
    await log.save(delivery("1", { status: "delivered" }));
    const ids = async (more: object) => {
      const found = await log.list({ team: "team", skip: 0, limit: 10, ...more });
      return found.map(({ id }) => id);
    };
    expect(await ids({})).toEqual(["3", "2", "1"]);
    expect(await ids({ skip: 1, limit: 1 })).toEqual(["2"]);
    expect(await ids({ jobId: "job" })).toEqual(["2", "1"]);
    expect(await ids({ status: "failed" })).toEqual(["2"]);
  });

  test("forgets what belongs to a job", async () => {
    const { store: log } = await examine(setup);
    await log.save(delivery("1"));
    await log.advance("job", 1);
    await log.save(delivery("2", { jobId: "other" }));
    await log.forget(["job"]);
    expect(await log.get("1")).toBeUndefined();
    expect(await log.position("job")).toBe(0);
    expect(await log.get("2")).toBeDefined();
  });

  test("is kept and shared: opened again, it has the deliveries and positions", async ({ skip }) => {
    const { store: log, another } = await examine(setup);
    await log.save(delivery("1", { error: "no", nextAttemptAt: 5000 }));
    await log.advance("job", 3);
    const other = another === undefined ? skip("setup gives no `another`") : await another();
    await Promise.all([other.advance("job", 5), log.advance("job", 4), other.save(delivery("2"))]);
    expect(await log.position("job")).toBe(5);
    expect(await other.get("1")).toEqual(delivery("1", { error: "no", nextAttemptAt: 5000 }));
    expect((await log.list({ team: "team", skip: 0, limit: 10 })).map(({ id }) => id)).toEqual(["2", "1"]);
  });
}
