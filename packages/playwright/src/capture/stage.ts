import type { Capture, CaptureRequest, Clock } from "@garner/core";
import type { AdBlocker } from "../blocking/ads.ts";
import type { DismissConsent } from "../blocking/consent.ts";
import type { Room } from "../browser/rooms.ts";
import type { Identity } from "../identity/identity.ts";

/** Everything one capture works with. The room belongs to this capture alone. */
export interface CaptureStage extends Room {
  readonly request: CaptureRequest;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly deadlineAt: number | undefined;
  readonly maxBodyBytes: number;
  /** Undefined where advertisements are to stay. */
  readonly blocker: AdBlocker | undefined;
  /** Undefined where consent pop-ups are to stay. */
  readonly dismissConsent: DismissConsent | undefined;
  /** The page is to see a browser as a visitor has it, with nothing of it replaced. */
  readonly isDisguised: boolean;
  readonly source: string;
  readonly proxyUsed: Capture["proxyUsed"];
}
