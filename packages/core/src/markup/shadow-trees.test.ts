import { render } from "dom-serializer";
import { expect, test } from "vitest";
import { parse } from "./parse.ts";

const flat = (body: string) =>
  /<body>(.*)<\/body>/s.exec(render(parse(`<!doctype html><html><head></head><body>${body}</body></html>`)))?.[1];

test.each([
  [
    "a tree takes the place of its host's content, with the content in its slot",
    `<x-card><template shadowrootmode="open"><h2>Title</h2><slot></slot></template><p>slotted</p></x-card>`,
    `<x-card><h2>Title</h2><p>slotted</p></x-card>`,
  ],
  [
    "named slots take what is meant for them, and what is meant for none is not shown",
    `<x-a><template shadowrootmode="closed"><slot name="b">none</slot><i><slot name="a"></slot></i></template><b slot="a">A</b><u slot="x">X</u></x-a>`,
    `<x-a>none<i><b slot="a">A</b></i></x-a>`,
  ],
  [
    "trees within trees",
    `<x-a><template shadowrootmode="open"><x-b><template shadowrootmode="open">inner <slot></slot></template><slot></slot></x-b></template>text</x-a>`,
    `<x-a><x-b>inner text</x-b></x-a>`,
  ],
  [
    "a host inside the content of another",
    `<x-a><template shadowrootmode="open"><slot></slot></template><x-b><template shadowrootmode="open">deep</template></x-b></x-a>`,
    `<x-a><x-b>deep</x-b></x-a>`,
  ],
  [
    "only the first tree of an element counts",
    `<x-a><template shadowrootmode="open">first</template><template shadowrootmode="open">second</template></x-a>`,
    `<x-a>first</x-a>`,
  ],
  [
    "a tree of no known mode is a template",
    `<div><template shadowrootmode="ajar">tree</template>own</div>`,
    `<div><template shadowrootmode="ajar">tree</template>own</div>`,
  ],
  [
    "a link has no tree of its own",
    `<a><template shadowrootmode="open">tree</template>own</a>`,
    `<a><template shadowrootmode="open">tree</template>own</a>`,
  ],
  ["an ordinary template stays one", `<template><p>later</p></template>`, `<template><p>later</p></template>`],
])("%s", (_what, html, expected) => {
  expect(flat(html)).toBe(expected);
});
