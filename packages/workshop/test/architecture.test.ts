import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importsIn } from "../src/check/rooms.ts";
import { root } from "../src/pack.ts";

const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

/** Known to everybody. */
const aside: ReadonlySet<string> = new Set(["errors.ts", "events.ts", "index.ts", "check-node.ts"]);
/** Rooms that the diagram draws as one. */
const together: Readonly<Record<string, string>> = {
  crawl: "kinds",
  batch: "kinds",
  extract: "kinds",
  "config.ts": "config",
};

/** The rooms of the engine, each with those that it imports. */
function roomGraph(nameOf: (room: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of importsIn(join(root, "packages/core/src"))) {
    const [one = "", other = ""] = [from, to].map((file) => file.split("/")[0] ?? "");
    if (aside.has(one) || aside.has(other) || nameOf(one) === nameOf(other)) continue;
    graph.set(nameOf(one), (graph.get(nameOf(one)) ?? new Set()).add(nameOf(other)));
  }
  return graph;
}

test("a room imports only rooms below it in the table of rooms", () => {
  const table = /\| room [^]*?\n\n/.exec(page)?.[0] ?? "";
  const rows = table
    .split("\n")
    .map((line) => Array.from((line.split("|")[1] ?? "").matchAll(/`([\w-]+(?:\.ts)?)/g), ([, room]) => room));
  const rowOf = (room: string) =>
    rows.findIndex((rooms) => rooms.includes(room) || (room.endsWith(".ts") && rooms.includes("engine.ts")));
  const wrong: string[] = [];
  for (const [room, imported] of roomGraph((name) => name)) {
    expect(rowOf(room), room).toBeGreaterThan(0);
    for (const other of imported) if (rowOf(other) < rowOf(room)) wrong.push(`${room} → ${other}`);
  }
  expect(wrong).toEqual([]);
});

test("the diagram of rooms has the arrows that follow from no others, and no more", () => {
  const nameOf = (room: string) => together[room] ?? (room.endsWith(".ts") ? "engine" : room);
  const graph = roomGraph(nameOf);
  const reached = (start: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const room of graph.get(start) ?? []) if (!seen.has(room)) reached(room, seen.add(room));
    return seen;
  };
  const arrows = [...graph].flatMap(([room, imported]) =>
    [...imported]
      .filter((other) => ![...imported].some((between) => reached(between).has(other)))
      .map((other) => `${room} → ${other}`),
  );
  const diagram = /```mermaid\nflowchart TD\n([^]*?)```/.exec(page)?.[1] ?? "";
  const drawn = diagram
    .replaceAll(/\[[^\]]*\]/g, "")
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [room = "", others = ""] = line.trim().split(" --> ");
      return others.split(" & ").map((other) => `${room} → ${other}`);
    });
  expect(drawn.toSorted()).toEqual(arrows.toSorted());
});

test("every file and folder that the page names is there", () => {
  const paths = globSync("packages/*/src/**/*.ts", { cwd: root });
  const named = Array.from(page.matchAll(/`([\w./-]+(?:\.ts|\/))`/g), ([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !paths.some((known) => `/${known}`.includes(`/${path}`)))).toEqual([]);
});

test("the top level holds what it is said to hold", () => {
  const ignored = readFileSync(join(root, ".gitignore"), "utf8")
    .split("\n")
    .map((line) => line.replaceAll("/", ""));
  const entries = readdirSync(root).filter((name) => name !== ".git" && !ignored.includes(name));
  const told = /The top level has (.*?)\.\n/s.exec(page)?.[1] ?? "";
  expect(Array.from(told.matchAll(/`([^`]+)`/g), ([, name = ""]) => name).toSorted()).toEqual(entries.toSorted());
});
