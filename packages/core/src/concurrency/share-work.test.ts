import { describe, expect, test } from "vitest";
import { shareWork } from "./share-work.ts";

/** Work that ends when told to, and shows how often it ran and whether it was told to stop. */
function controllable() {
  const runs: { readonly signal: AbortSignal; finish(value: string): void; fail(reason: unknown): void }[] = [];
  const work = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    runs.push({ signal, finish: resolve, fail: reject });
    return promise;
  };
  return { runs, work };
}

const open = () => new AbortController();

describe("shared work", () => {
  test("runs once for all who ask at the same time, and again for who comes later", async () => {
    const share = shareWork<string>();
    const { runs, work } = controllable();
    const both = [share("key", open().signal, work), share("key", open().signal, work)];
    const other = share("other key", open().signal, work);
    expect(runs).toHaveLength(2);
    runs[0]?.finish("first");
    runs[1]?.finish("other");
    expect(await Promise.all(both)).toEqual(["first", "first"]);
    expect(await other).toBe("other");
    const later = share("key", open().signal, work);
    runs[2]?.finish("second");
    expect(await later).toBe("second");
  });

  test.each([
    ["who started it", 0],
    ["who joined it", 1],
  ])("goes on when %s leaves", async (_name, leaver) => {
    const share = shareWork<string>();
    const { runs, work } = controllable();
    const controllers = [open(), open()];
    const callers = controllers.map(({ signal }) => share("key", signal, work));
    controllers[leaver]?.abort(new Error("bye"));
    await expect(callers[leaver]).rejects.toMatchObject({ code: "ABORTED" });
    expect(runs[0]?.signal.aborted).toBe(false);
    runs[0]?.finish("done");
    expect(await callers[1 - leaver]).toBe("done");
  });

  test("stops when everybody has left, and who comes then gets a new run", async () => {
    const share = shareWork<string>();
    const { runs, work } = controllable();
    const controllers = [open(), open()];
    const callers = controllers.map(({ signal }) => share("key", signal, work));
    for (const controller of controllers) controller.abort();
    await Promise.allSettled(callers);
    expect(runs[0]?.signal.aborted).toBe(true);
    const later = share("key", open().signal, work);
    runs[0]?.fail(new Error("stopped"));
    runs[1]?.finish("new");
    expect(await later).toBe("new");
  });

  test("fails for all who wait, also when it fails at once", async () => {
    const share = shareWork<string>();
    const { runs, work } = controllable();
    const callers = [share("key", open().signal, work), share("key", open().signal, work)];
    runs[0]?.fail(new Error("broken"));
    for (const caller of callers) await expect(caller).rejects.toThrow("broken");
    const atOnce = share("key", open().signal, async () => Promise.reject(new Error("at once")));
    await expect(atOnce).rejects.toThrow("at once");
  });

  test("does not start for a caller who has left already", async () => {
    const { runs, work } = controllable();
    await expect(shareWork<string>()("key", AbortSignal.abort(), work)).rejects.toMatchObject({ code: "ABORTED" });
    expect(runs).toHaveLength(0);
  });
});
