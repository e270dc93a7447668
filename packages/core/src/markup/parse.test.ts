import serialize from "dom-serializer";
import { isTag, isText, type AnyNode } from "domhandler";
import { findOne, textContent } from "domutils";
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

  it("unwraps tables in tables, down to a cell", () => {
    for (const levels of [98, 99, 100, 101, 5000]) {
      const document = parse(`${"<table><tr><td>".repeat(levels)}deep`);
      const holder = findOne(({ children }) => children.some(isText), document.children);
      expect(holder?.name).toBe("td");
    }
  });

  it("bounds the depth of foreign elements that are named like rows", () => {
    expect(depth(parse(`<svg>${"<tr>".repeat(5000)}`).children)).toBeLessThanOrEqual(maxDepth + 10);
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

it("formatting that nothing closes goes on in the next paragraphs", () => {
  const paragraphs = Array.from({ length: 500 }, (_, index) => `<p>${index}`).join("");
  const unclosed = serialize(parse(`<p><b>x${paragraphs}`));
  expect(unclosed.match(/<p><b>/g)).toHaveLength(501);
});
