import { devices, type BrowserContextOptions } from "playwright-core";
import type { CaptureRequest } from "@garner/core";
import { placeIn, type Place } from "./countries.ts";

/** The phone that `mobile` emulates: a real model, on the engine that really runs. */
const phoneName = "Pixel 7";

const desktopViewport = { width: 1280, height: 800 };

/** What a browser context says about itself, all of it consistent: the network headers and what scripts can ask. */
export interface Identity {
  readonly context: BrowserContextOptions;
  /** Parameters of the DevTools command `Emulation.setUserAgentOverride`. */
  readonly override: UserAgentOverride;
  /** A country whose place in the world is not known, in plain words. */
  readonly warnings: readonly string[];
}

/** The DevTools command that sets the user agent, its client hints, and `navigator.languages`. */
export interface UserAgentOverride {
  readonly userAgent: string;
  /** Languages, best first; the browser adds the quality values of the header. */
  readonly acceptLanguage: string;
  readonly platform: string;
  readonly userAgentMetadata: {
    readonly brands: readonly Brand[];
    readonly fullVersionList: readonly Brand[];
    readonly platform: string;
    readonly platformVersion: string;
    readonly architecture: string;
    readonly bitness: string;
    readonly model: string;
    readonly mobile: boolean;
  };
}

interface Brand {
  readonly brand: string;
  readonly version: string;
}

/** The browser that is there. */
export interface Engine {
  /** `156.0.8078.79`. */
  readonly version: string;
  /** Its own user agent, with the word that betrays a missing screen. */
  readonly userAgent: string;
}

/** Chooses the identity of one capture. Pure. */
export function identityFor(request: CaptureRequest, engine: Engine): Identity {
  const { location, mobile } = request;
  const place = location === undefined ? undefined : placeIn(location.country, location.languages);
  const major = engine.version.split(".")[0] ?? engine.version;
  const callerUserAgent = headerOf(request.headers, "user-agent");
  const device = mobile ? devices[phoneName] : undefined;
  const userAgent = callerUserAgent ?? ownUserAgent(engine, device?.userAgent, major);
  const languages = place?.languages ?? ["en-US", "en"];
  const screen = request.screenshot?.viewport;
  return {
    context: {
      ...(device === undefined ? { viewport: desktopViewport } : deviceOptions(device)),
      ...(screen === undefined ? {} : { viewport: { ...screen } }),
      userAgent,
      locale: languages[0] ?? "en-US",
      ignoreHTTPSErrors: request.skipTlsVerification,
      reducedMotion: "reduce",
      // Documents are taken from the answer itself, and nothing else is wanted on this machine's disk.
      acceptDownloads: false,
      ...placeOptions(place),
    },
    override: {
      userAgent,
      acceptLanguage: withoutQualities(headerOf(request.headers, "accept-language")) ?? languages.join(","),
      platform: mobile ? "Linux armv81" : "Linux x86_64",
      userAgentMetadata: {
        brands: brands(major),
        fullVersionList: brands(engine.version),
        platform: mobile ? "Android" : platformOf(userAgent),
        platformVersion: mobile ? "14.0.0" : "",
        architecture: mobile ? "" : "x86",
        bitness: mobile ? "" : "64",
        model: mobile ? phoneName : "",
        mobile,
      },
    },
    warnings: location !== undefined && place?.timezone === undefined ? [unknownPlace(location.country)] : [],
  };
}

/** The languages of an `Accept-Language` header in their order; the browser writes the quality values itself. */
function withoutQualities(header: string | undefined): string | undefined {
  return header?.replaceAll(/\s*;\s*q=[\d.]+/gi, "").replaceAll(/\s+/g, "");
}

/** The value of a header in a caller's headers, whatever the case of its name. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function ownUserAgent(engine: Engine, deviceUserAgent: string | undefined, major: string): string {
  // Browsers tell no more than their major version (user agent reduction).
  return (deviceUserAgent ?? engine.userAgent).replace(/(?:Headless)?Chrome\/[\d.]+/, `Chrome/${major}.0.0.0`);
}

function deviceOptions(device: (typeof devices)[string]): BrowserContextOptions {
  const { viewport, deviceScaleFactor, isMobile, hasTouch } = device;
  const screen = "screen" in device ? { screen: device.screen as { width: number; height: number } } : {};
  return { viewport, deviceScaleFactor, isMobile, hasTouch, ...screen };
}

function placeOptions(place: Place | undefined): BrowserContextOptions {
  if (place === undefined) return {};
  return {
    ...(place.timezone === undefined ? {} : { timezoneId: place.timezone }),
    ...(place.position === undefined
      ? {}
      : { geolocation: { ...place.position, accuracy: 50 }, permissions: ["geolocation"] }),
  };
}

function brands(version: string): readonly Brand[] {
  return [
    { brand: "Chromium", version },
    { brand: "Not)A;Brand", version: version.includes(".") ? "99.0.0.0" : "99" },
  ];
}

function platformOf(userAgent: string): string {
  if (userAgent.includes("Windows")) return "Windows";
  return userAgent.includes("Mac OS X") ? "macOS" : "Linux";
}

function unknownPlace(country: string): string {
  return `No time zone is known for the country ${country}; the browser kept its own.`;
}
