import { EngineError } from "../errors.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { ActionResults, ScrapeResult } from "../schema/result.ts";

/**
 * Moves the screenshots and PDFs of a result to the blob store, and leaves their URLs in their place. Without a store,
 * or where nothing may be kept, they stay in the result; and so they do, with a warning, when the store does not work.
 */
export async function deliverBlobs<Result extends Pick<ScrapeResult, "screenshot" | "actions" | "warning">>(
  result: Result,
  request: { readonly zeroDataRetention: boolean },
  blobs: BlobStore | undefined,
): Promise<Result> {
  if (blobs === undefined || request.zeroDataRetention) return result;
  const { screenshot, actions } = result;
  try {
    return {
      ...result,
      ...(screenshot === undefined ? {} : { screenshot: await deliver(screenshot, blobs) }),
      ...(actions === undefined ? {} : { actions: await deliverActions(actions, blobs) }),
    };
  } catch (thrown) {
    const complaint = `Screenshots and PDFs are in the result itself. ${EngineError.from(thrown).message}`;
    return { ...result, warning: `${result.warning ?? ""} ${complaint}`.trim() };
  }
}

async function deliverActions(actions: ActionResults, blobs: BlobStore): Promise<ActionResults> {
  const { screenshots, pdfs } = actions;
  const all = (uris: readonly string[]) => Promise.all(uris.map((uri) => deliver(uri, blobs)));
  return {
    ...actions,
    ...(screenshots === undefined ? {} : { screenshots: await all(screenshots) }),
    ...(pdfs === undefined ? {} : { pdfs: await all(pdfs) }),
  };
}

async function deliver(uri: string, blobs: BlobStore): Promise<string> {
  const [, contentType, encoded] = /^data:([^;,]+);base64,(.*)$/s.exec(uri) ?? [];
  if (contentType === undefined || encoded === undefined) return uri;
  return await blobs.put({ bytes: Buffer.from(encoded, "base64"), contentType });
}
