/** Runs `work` for every input, at most `limit` at a time. Results are in the order of the inputs. Throws the first failure. */
export async function inParallel<In, Out>(
  inputs: readonly In[],
  limit: number,
  work: (input: In, index: number) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = [];
  const waiting = inputs.entries();
  const worker = async () => {
    for (const [index, input] of waiting) results[index] = await work(input, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, worker));
  return results;
}
