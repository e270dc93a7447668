import type { Fingerprint } from "fingerprint-generator";
import type { CaptureRequest } from "@garner/core";
import { brandsOf } from "./brands.ts";
import type { Engine, Identity } from "./identity.ts";

/** An identity that looks like an ordinary visitor's browser, and the script that makes its pages agree with it. */
export interface Disguise {
  readonly identity: Identity;
  readonly script: string;
}

/** Makes up a new disguise for a capture. */
export type DisguiseMaker = (plain: Identity, request: CaptureRequest, engine: Engine) => Disguise;

/** Without these switches, a browser shows every page that it is automated. */
export const stealthArgs = ["--disable-blink-features=AutomationControlled"] as const;

/**
 * Builds the maker on fingerprints that were collected from real browsers of the system this one runs on. The system
 * and the engine's version stay true: workers, fonts and the network would contradict any other. False values are set
 * through DevTools if possible, because pages can't tell these from real ones.
 */
export async function createDisguiseMaker(): Promise<DisguiseMaker> {
  const { FingerprintGenerator } = await import("fingerprint-generator");
  const generator = new FingerprintGenerator({ browsers: ["chrome"] });
  return (plain, request, engine) => {
    const { fingerprint } = generator.getFingerprint({
      devices: [request.mobile ? "mobile" : "desktop"],
      operatingSystems: [request.mobile ? "android" : ownSystem()],
      slim: true,
      ...(request.mobile ? {} : { screen: { minWidth: 1280, maxWidth: 2560, minHeight: 720, maxHeight: 1600 } }),
    });
    return { identity: disguise(plain, fingerprint, { request, engine }), script: graphicsScript(fingerprint) };
  };
}

function ownSystem(): "windows" | "macos" | "linux" {
  if (process.platform === "win32") return "windows";
  return process.platform === "darwin" ? "macos" : "linux";
}

/** The height of a browser window's frame on the screen. */
const frameHeight = 87;

function disguise(
  plain: Identity,
  { screen }: Fingerprint,
  { request, engine }: { readonly request: CaptureRequest; readonly engine: Engine },
): Identity {
  const { userAgentMetadata } = plain.override;
  const size = { width: screen.width, height: screen.height };
  const window = { width: screen.availWidth, height: screen.availHeight - frameHeight };
  return {
    ...plain,
    context: {
      ...plain.context,
      reducedMotion: "no-preference",
      ...(request.mobile ? {} : { screen: size }),
      ...(request.mobile || request.screenshot?.viewport !== undefined ? {} : { viewport: window }),
    },
    override: {
      ...plain.override,
      ...(userAgentMetadata === undefined
        ? {}
        : { userAgentMetadata: { ...userAgentMetadata, ...brandsOf(engine.version, "Google Chrome") } }),
    },
  };
}

/** WebGL reveals a machine without a graphics card, and DevTools has no way to change that. */
function graphicsScript({ videoCard }: Fingerprint): string {
  const { vendor, renderer } = videoCard ?? {};
  if (vendor === undefined || renderer === undefined) return "";
  return `(() => {
    const names = new Map([[37445, ${JSON.stringify(vendor)}], [37446, ${JSON.stringify(renderer)}]]);
    for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
      const { getParameter } = prototype;
      prototype.getParameter = new Proxy(getParameter, {
        apply: (target, self, values) => names.get(values[0]) ?? Reflect.apply(target, self, values),
        // The function itself is printed.
        get: (target, key) => (key === "toString" ? target.toString.bind(target) : Reflect.get(target, key)),
      });
    }
  })();`;
}
