import { randomBytes } from "node:crypto";

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "application/pdf": "pdf",
};

/** A new name for a blob, with the ending of its media type. It has 192 random bits, so nobody can guess it. */
export function newBlobName(contentType: string): string {
  return `${randomBytes(24).toString("hex")}.${extensions[contentType] ?? "bin"}`;
}

/** True for a name that {@link newBlobName} makes. */
export const isBlobName = (name: string): boolean => /^[0-9a-f]{48}\.(?:png|jpg|pdf|bin)$/.test(name);

/** The media type of a blob, by its name. */
export function blobTypeOf(name: string): string {
  const extension = name.slice(name.indexOf(".") + 1);
  const known = Object.entries(extensions).find(([, candidate]) => candidate === extension);
  return known?.[0] ?? "application/octet-stream";
}
