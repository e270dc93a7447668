import type { CaptureRequest } from "../ports/page-source.ts";

/** The request of a page with nothing special about it; what differs is given. Pure. */
export function plainCaptureRequest(url: string, more: Partial<CaptureRequest> = {}): CaptureRequest {
  return {
    url,
    headers: {},
    mobile: false,
    waitForMs: 0,
    actions: [],
    skipTlsVerification: true,
    blockAds: true,
    proxy: "basic",
    ...more,
  };
}
