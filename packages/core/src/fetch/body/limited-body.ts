/** A response whose body fails with `tooLarge()` when it grows over a limit. Keeps `url`, which copies lose. */
export function withLimitedBody(response: Response, maxBytes: number, tooLarge: () => Error): Response {
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > maxBytes) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers, url } = response;
  const copy = new Response(response.body?.pipeThrough(limit) ?? null, { status, statusText, headers: [...headers] });
  return Object.defineProperty(copy, "url", { value: url });
}
