import { EngineError } from "../errors.ts";
import { mapFiles } from "../fetch/captured-files.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { ActionOutput, Capture } from "../ports/page-source.ts";

/** The screenshots and PDFs of a page as its result has them: URLs or data URIs. */
export interface DeliveredFiles {
  readonly screenshot?: string;
  readonly actions?: ActionOutput<string>;
  readonly warning?: string;
}

/**
 * Puts the screenshots and PDFs of a page into the blob store, and returns their URLs. Without a store, or where nothing
 * may be kept, they become data URIs; and so they do, with a warning, when the store does not work.
 */
export async function deliverFiles(
  capture: Pick<Capture, "screenshot" | "actionResults">,
  request: { readonly zeroDataRetention: boolean },
  blobs: BlobStore | undefined,
): Promise<DeliveredFiles> {
  if (blobs === undefined || request.zeroDataRetention) return await deliverBy(dataUri, capture);
  try {
    return await deliverBy((bytes) => blobs.put({ bytes, contentType: contentTypeOf(bytes) }), capture);
  } catch (thrown) {
    const warning = `Screenshots and PDFs are in the result itself. ${EngineError.from(thrown).message}`;
    return { ...(await deliverBy(dataUri, capture)), warning };
  }
}

async function deliverBy(
  deliver: (bytes: Uint8Array) => string | Promise<string>,
  { screenshot, actionResults }: Pick<Capture, "screenshot" | "actionResults">,
): Promise<DeliveredFiles> {
  return {
    ...(screenshot === undefined ? {} : { screenshot: await deliver(screenshot) }),
    ...(actionResults === undefined ? {} : { actions: await mapFiles(actionResults, deliver) }),
  };
}

/** The first byte tells the files of a capture apart. */
function contentTypeOf([first]: Uint8Array): string {
  if (first === 0x89) return "image/png";
  return first === "%".charCodeAt(0) ? "application/pdf" : "image/jpeg";
}

function dataUri(bytes: Uint8Array): string {
  return `data:${contentTypeOf(bytes)};base64,${Buffer.from(bytes).toString("base64")}`;
}
