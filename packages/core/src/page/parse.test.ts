import { isTag, type AnyNode } from "domhandler";
import { textContent } from "domutils";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxDepth, parse } from "./parse.ts";

function depth(nodes: readonly AnyNode[]): number {
  return nodes.reduce((deepest, node) => Math.max(deepest, isTag(node) ? 1 + depth(node.children) : 0), 0);
}

describe("parse", () => {
  it("builds the tree that browsers build", () => {
    const document = parse(`<title>t</title><h1>Hi`);
    expect(document.children.filter(isTag).map((node) => node.name)).toEqual(["html"]);
    expect(textContent(parse(`<table><tr><td>1</td></tr>loose</table>`)).trim()).toBe("loose1");
  });

  it("unwraps what is nested too deep, and loses no text", () => {
    const document = parse(`${"<div>".repeat(5000)}deep<b>bold</b>${"</div>".repeat(10)}after`);
    expect(depth(document.children)).toBeLessThanOrEqual(maxDepth + 1);
    expect(textContent(document)).toBe("deepboldafter");
  });

  it("takes any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (html) => void parse(html)));
  });
});
