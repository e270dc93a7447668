/**
 * Screenshots and PDFs in an S3-compatible store, behind signed URLs, and large documents of jobs.
 * @module
 */
import { checkOptions, EngineError, newBlobName, option, type BlobStore, type DocumentStore } from "@garner/core";
import { AwsClient } from "aws4fetch";

/** A bucket, and the credentials to write to it. */
export interface S3Options {
  /** The address of the store, such as `https://s3.eu-central-1.amazonaws.com`, or that of a MinIO. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The region of the bucket; `us-east-1` when not given, the name that most stores other than Amazon's use. */
  readonly region?: string | undefined;
  /** The prefix of all object names; `blobs/` when not given. Let the bucket delete these objects after some days. */
  readonly prefix?: string | undefined;
  /** The lifetime of a URL; two days when not given, a week at most. */
  readonly urlLifetimeMs?: number | undefined;
  /** The time that the store has to answer; 30 seconds when not given. */
  readonly timeoutMs?: number | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

const bucketKinds = {
  endpoint: option.httpUrl,
  bucket: option.filledText,
  accessKeyId: option.filledText,
  secretAccessKey: option.filledText,
  region: option.filledText.optional(),
  prefix: option.text.optional(),
  timeoutMs: option.amountAboveZero.optional(),
};

/**
 * A blob store in a bucket: `createEngine({ stores: { blobs: s3({ … }) } })`. Results carry URLs that are signed (AWS Signature
 * Version 4), so the bucket stays private. `put` throws STORE_UNAVAILABLE when the store refuses or does not answer. Throws
 * BAD_REQUEST for options that are missing, do not exist or are of the wrong type, and a lifetime of more than a week.
 */
export function s3(given: S3Options): BlobStore {
  checkOptions<S3Options>("s3", given, { ...bucketKinds, urlLifetimeMs: option.amountAboveZero.optional() });
  const { prefix = "blobs/", urlLifetimeMs = 2 * dayMs, ...options } = given;
  if (urlLifetimeMs > 7 * dayMs)
    throw new EngineError("BAD_REQUEST", "`urlLifetimeMs` is a week at most: no signed URL is good for longer.");
  const bucket = openBucket(options);
  return {
    async put({ bytes, contentType }) {
      const name = prefix + newBlobName(contentType);
      await bucket.put(name, bytes, contentType);
      const signing = new URL(bucket.urlOf(name));
      signing.searchParams.set("X-Amz-Expires", String(Math.floor(urlLifetimeMs / 1000)));
      const signed = await bucket.client.sign(signing, { method: "GET", aws: { signQuery: true } });
      return signed.url;
    },
  };
}

/**
 * Large documents of jobs in a bucket: `redis({ largeDocuments: { store: s3Documents({ … }) } })`. They go when their job does;
 * names begin with `documents/` when no prefix is given.
 */
export function s3Documents(given: Omit<S3Options, "urlLifetimeMs">): DocumentStore {
  checkOptions<Omit<S3Options, "urlLifetimeMs">>("s3Documents", given, bucketKinds);
  const { prefix = "documents/", ...options } = given;
  const bucket = openBucket(options);
  return {
    put: (name, bytes) => bucket.put(prefix + name, bytes, "application/octet-stream"),
    async get(name) {
      const answer = await bucket.send(bucket.urlOf(prefix + name), { method: "GET" });
      if (answer.status === 404) return void (await answer.body?.cancel());
      return new Uint8Array(await (await unlessRefused(answer)).arrayBuffer());
    },
    async forget(folder) {
      // Each round lists what is left, a thousand at most.
      for (;;) {
        const names = await bucket.list(`${prefix}${folder}/`);
        if (names.length === 0) return;
        for (const name of names) {
          const answer = await bucket.send(bucket.urlOf(name), { method: "DELETE" });
          await (await unlessRefused(answer)).body?.cancel();
        }
      }
    },
  };
}

type BucketOptions = Omit<S3Options, "prefix" | "urlLifetimeMs">;

function openBucket(options: BucketOptions) {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region = "us-east-1", timeoutMs = 30_000 } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const base = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  const urlOf = (name: string) => `${base}/${name}`;

  async function send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await client.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (thrown) {
      throw unavailable("it does not answer", thrown);
    }
  }

  return {
    ...{ client, urlOf, send },
    async put(name: string, bytes: Uint8Array, contentType: string): Promise<void> {
      const headers = { "content-type": contentType, "content-length": String(bytes.byteLength) };
      const answer = await send(urlOf(name), { method: "PUT", headers, body: new Uint8Array(bytes) });
      await (await unlessRefused(answer)).body?.cancel();
    },
    /** Up to a thousand names that begin so. */
    async list(beginning: string): Promise<readonly string[]> {
      const query = new URLSearchParams({ "list-type": "2", prefix: beginning });
      const answer = await unlessRefused(await send(`${base}?${query.toString()}`, { method: "GET" }));
      return [...(await answer.text()).matchAll(/<Key>([\w/-]+)<\/Key>/g)].map(([, name = ""]) => name);
    },
  };
}

async function unlessRefused(answer: Response): Promise<Response> {
  if (!answer.ok) throw unavailable(`it answers ${answer.status} ${reasonIn(await answer.text())}`.trim());
  return answer;
}

/** The code of an error of S3, such as `AccessDenied`. Pure. */
function reasonIn(xml: string): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(xml)?.[1] ?? "";
}

function unavailable(reason: string, cause?: unknown): EngineError {
  return new EngineError("STORE_UNAVAILABLE", `The store for files does not work at the moment: ${reason}.`, { cause });
}
