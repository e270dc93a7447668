import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The way to collect: `last-resort` also gives memory back to the system, and takes longer. */
export interface Collection {
  readonly flavor: "regular" | "last-resort";
}

/** Collects the garbage of this thread's whole heap, now. For programs: V8 alone knows better when nothing but speed counts. */
export function collectGarbage({ flavor }: Collection): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as CollectGarbage)({ type: "major", flavor });
  setFlagsFromString("--no-expose-gc");
}

type CollectGarbage = (options: Collection & { readonly type: "major" }) => void;
