import { EngineError } from "./errors.ts";

/** The oldest Node with everything used here, such as zstd and `node:sqlite`. */
const oldest = [22, 19] as const;

const { node, bun, deno } = process.versions;
const [major = 0, minor = 0] = node.split(".").map(Number);
const isTooOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);

// Other runtimes name the Node they resemble, which says little about their features.
if (isTooOld && bun === undefined && deno === undefined) {
  throw new EngineError("CAPABILITY_MISSING", `Garner needs Node ${oldest.join(".")} or newer; this is Node ${node}.`);
}
