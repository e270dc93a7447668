import { resolve } from "node:path";
import type { BlobStore, DocumentStore } from "@garner/core";
import type { S3Options } from "@garner/s3";
import { loadRedis } from "./optional-packages.ts";

/** The variables of a bucket: all of the first four, or none. */
interface BucketVariables {
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly S3_REGION?: string | undefined;
}

/** The bucket that the environment describes; undefined if none. Throws an error that names what is missing. Pure. */
export function bucketOptions(environment: BucketVariables): S3Options | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION: region } = environment;
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
    return { endpoint: S3_ENDPOINT, bucket: S3_BUCKET, ...keys, region };
  }
  if (missing.length === Object.keys(needed).length) return undefined;
  throw new Error(`A bucket needs ${missing.join(" and ")} too.`);
}

/** The store for screenshots and PDFs; undefined if they are to be within results. */
export async function blobsOf(environment: BucketVariables): Promise<BlobStore | undefined> {
  const options = bucketOptions(environment);
  return options && (await import("@garner/s3")).s3(options);
}

/** The place for documents that are too large for Redis; undefined if there is none. */
export async function largeDocumentsOf({
  DOCUMENTS_DIR: folder,
  ...environment
}: BucketVariables & { readonly DOCUMENTS_DIR?: string | undefined }): Promise<
  { readonly store: DocumentStore } | undefined
> {
  if (folder !== undefined) return { store: (await loadRedis("DOCUMENTS_DIR")).folderDocuments(resolve(folder)) };
  const options = bucketOptions(environment);
  return options && { store: (await import("@garner/s3")).s3Documents(options) };
}
