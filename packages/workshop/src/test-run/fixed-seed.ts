// Property tests draw the same values in every run, so that a red run means that the change broke something.
// `FAST_CHECK_SEED=random` explores new ones; `FAST_CHECK_SEED=<number>` repeats a run that found something.
import process from "node:process";
import fc from "fast-check";

const asked = process.env["FAST_CHECK_SEED"];
if (asked !== "random")
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: asked === undefined ? 1 : Number(asked) });
