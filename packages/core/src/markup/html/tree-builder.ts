import type { Parser } from "parse5";
import type { Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";

/** The part of parse5 that builds the tree (HTML Standard §13.2.6). */
export type TreeBuilder = Parser<Htmlparser2TreeAdapterMap>;
