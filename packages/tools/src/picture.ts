/** A picture of a tool's answer: its media type, and its bytes in base64. */
export interface Picture {
  readonly mediaType: string;
  readonly base64: string;
}

/** The picture in a `data:` URL; undefined for anything else. */
export function readPicture(url: unknown): Picture | undefined {
  const [, mediaType, base64] = /^data:(image\/[\w+.-]+);base64,(.*)$/s.exec(String(url ?? "")) ?? [];
  return mediaType === undefined || base64 === undefined ? undefined : { mediaType, base64 };
}
