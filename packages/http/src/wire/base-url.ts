/** The facts about the contract's address. */
export interface Base {
  readonly publicUrl: string | undefined;
  /** The path below which the routes stand. */
  readonly basePath: string;
}

/**
 * The contract's address: the operator's setting, else the host the request was sent to, with the scheme that a proxy
 * in front reports. Without a trailing slash. Pure.
 */
export function baseUrlOf(request: Request, { publicUrl, basePath }: Base): string {
  const url = new URL(request.url);
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim().toLowerCase();
  const scheme = forwarded === "https" || forwarded === "http" ? `${forwarded}:` : url.protocol;
  const origin = publicUrl === undefined || publicUrl === "" ? `${scheme}//${url.host}` : publicUrl;
  return `${origin.replace(/\/+$/, "")}${basePath.replace(/\/+$/, "")}`;
}
