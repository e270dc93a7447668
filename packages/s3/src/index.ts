/**
 * Screenshots and PDFs in an S3-compatible store, behind signed URLs.
 * @module
 */
import { randomBytes } from "node:crypto";
import { EngineError, type BlobStore } from "@garner/core";
import { AwsClient } from "aws4fetch";

/** Which bucket, and who may write to it. */
export interface S3Options {
  /** Where the store is, such as `https://s3.eu-central-1.amazonaws.com` or that of a MinIO. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `us-east-1` when not given, which most stores that are not Amazon's call theirs. */
  readonly region?: string | undefined;
  /** What the names of objects begin with; `blobs/` when not given. Let the bucket delete them after some days. */
  readonly prefix?: string | undefined;
  /** How long a URL is good for; two days when not given, a week at most. */
  readonly urlLifetimeMs?: number | undefined;
  /** How long the store may take to answer; 30 seconds when not given. */
  readonly timeoutMs?: number | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "application/pdf": "pdf",
};

/**
 * A blob store in a bucket: `createEngine({ stores: { blobs: s3({ … }) } })`. Results carry URLs that are signed (AWS Signature
 * Version 4), so the bucket stays private. `put` throws STORE_UNAVAILABLE when the store refuses or does not answer.
 */
export function s3(options: S3Options): BlobStore {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region = "us-east-1", prefix = "blobs/" } = options;
  const { urlLifetimeMs = 2 * dayMs, timeoutMs = 30_000 } = options;
  if (urlLifetimeMs > 7 * dayMs) throw new RangeError("A signed URL is good for a week at most.");
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const base = `${endpoint.replace(/\/$/, "")}/${bucket}/${prefix}`;

  async function write(url: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const headers = { "content-type": contentType, "content-length": String(bytes.byteLength) };
    const signal = AbortSignal.timeout(timeoutMs);
    const body = new Uint8Array(bytes);
    const answer = await client.fetch(url, { method: "PUT", headers, body, signal }).catch((thrown: unknown) => {
      throw unavailable("it does not answer", thrown);
    });
    if (!answer.ok) throw unavailable(`it answers ${answer.status} ${reasonIn(await answer.text())}`.trim());
    await answer.body?.cancel();
  }

  return {
    async put({ bytes, contentType }) {
      const url = `${base}${randomBytes(24).toString("hex")}.${extensions[contentType] ?? "bin"}`;
      await write(url, bytes, contentType);
      const signing = new URL(url);
      signing.searchParams.set("X-Amz-Expires", String(Math.floor(urlLifetimeMs / 1000)));
      const signed = await client.sign(signing, { method: "GET", aws: { signQuery: true } });
      return signed.url;
    },
  };
}

/** The code of an error of S3, such as `AccessDenied`. Pure. */
function reasonIn(xml: string): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(xml)?.[1] ?? "";
}

function unavailable(reason: string, cause?: unknown): EngineError {
  return new EngineError("STORE_UNAVAILABLE", `The store for files does not work at the moment: ${reason}.`, { cause });
}
