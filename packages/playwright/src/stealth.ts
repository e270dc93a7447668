import type { BrowserFingerprintWithHeaders } from "fingerprint-generator";
import type { CaptureRequest } from "@garner/core";
import type { Engine, Identity } from "./identity.ts";

/** An identity that looks like an ordinary visitor's browser, and the script that makes its pages agree with it. */
export interface Disguise {
  readonly identity: Identity;
  readonly script: string;
}

/** Makes up a new disguise for a capture. */
export type DisguiseMaker = (plain: Identity, request: CaptureRequest, engine: Engine) => Disguise;

/** Switches without which a browser tells every page that it is automated. */
export const stealthArgs = ["--disable-blink-features=AutomationControlled"] as const;

/**
 * Builds the maker on fingerprints that were collected from real browsers. They are given the version of the engine that
 * really runs, because its features would give away any other.
 */
export async function createDisguiseMaker(): Promise<DisguiseMaker> {
  const [{ FingerprintGenerator }, { FingerprintInjector }] = await Promise.all([
    import("fingerprint-generator"),
    import("fingerprint-injector"),
  ]);
  const generator = new FingerprintGenerator({ browsers: ["chrome"] });
  const injector = new FingerprintInjector();
  return (plain, request, engine) => {
    const found = generator.getFingerprint({
      devices: [request.mobile ? "mobile" : "desktop"],
      operatingSystems: [request.mobile ? "android" : "windows"],
      slim: true,
      ...(request.mobile ? {} : { screen: { minWidth: 1280, maxWidth: 2560, minHeight: 720 } }),
    });
    const fitted = fit(found, plain, engine);
    return { identity: disguise(plain, fitted, request), script: injector.getInjectableScript(fitted) };
  };
}

/** The fingerprint with the engine's version and the request's languages. */
function fit(found: BrowserFingerprintWithHeaders, plain: Identity, engine: Engine): BrowserFingerprintWithHeaders {
  const major = engine.version.split(".")[0] ?? engine.version;
  const languages = plain.override.acceptLanguage.split(",");
  const { navigator } = found.fingerprint;
  const versioned = (text: string) => text.replace(/Chrome\/[\d.]+/, `Chrome/${major}.0.0.0`);
  const brands = (version: string) => [
    { brand: "Chromium", version },
    { brand: "Google Chrome", version },
    { brand: "Not)A;Brand", version: version === major ? "99" : "99.0.0.0" },
  ];
  return {
    headers: found.headers,
    fingerprint: {
      ...found.fingerprint,
      navigator: {
        ...navigator,
        userAgent: versioned(navigator.userAgent),
        appVersion: versioned(navigator.appVersion),
        language: languages[0] ?? "en-US",
        languages,
        userAgentData: {
          ...navigator.userAgentData,
          brands: brands(major),
          fullVersionList: brands(engine.version),
          uaFullVersion: engine.version,
        },
      },
    },
  };
}

function disguise(plain: Identity, { fingerprint }: BrowserFingerprintWithHeaders, request: CaptureRequest): Identity {
  const { screen, navigator } = fingerprint;
  const { userAgentData } = navigator;
  const size = { width: screen.width, height: screen.height };
  const window =
    request.mobile || request.screenshot?.viewport
      ? {}
      : { viewport: { width: size.width, height: size.height - 120 } };
  return {
    warnings: plain.warnings,
    context: {
      ...plain.context,
      ...window,
      userAgent: navigator.userAgent,
      ...(request.mobile ? {} : { screen: size }),
    },
    override: {
      userAgent: navigator.userAgent,
      acceptLanguage: plain.override.acceptLanguage,
      platform: navigator.platform,
      userAgentMetadata: {
        brands: userAgentData.brands,
        fullVersionList: userAgentData.fullVersionList,
        platform: userAgentData.platform,
        platformVersion: userAgentData.platformVersion,
        architecture: userAgentData.architecture,
        bitness: userAgentData.bitness,
        model: userAgentData.model,
        mobile: userAgentData.mobile,
      },
    },
  };
}
