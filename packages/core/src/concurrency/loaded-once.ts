/**
 * Loads a module with the first call. Node looks each `import()` up anew, which takes some twenty microseconds: too much for
 * every page. What could not be loaded is tried again.
 */
export function loadedOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () =>
    (loading ??= load().catch((thrown: unknown) => {
      loading = undefined;
      throw thrown;
    }));
}
