import { loadedOnce } from "../concurrency/loaded-once.ts";

/**
 * The pipeline and the readers of documents, loaded when the first page is read: a process whose threads read pages, or that
 * serves them from its cache, does without half of the engine's code.
 */
export const loadPipeline = loadedOnce(async () => {
  const [{ transformCapture }, { builtInParsers }] = await Promise.all([
    import("./pipeline.ts"),
    import("../documents/index.ts"),
  ]);
  return { transformCapture, builtInParsers };
});
