import { devices, type BrowserContextOptions } from "playwright-core";
import { readLanguages, type CaptureRequest } from "@garner/core";
import { brandsOf, type Brand } from "./brands.ts";
import { placeIn, type Place } from "./countries.ts";

/** The phone that `mobile` emulates: a real model, on the engine that really runs. */
const phoneName = "Pixel 7";

const desktopViewport = { width: 1280, height: 800 };

/** The identity of a browser context, consistent in its network headers and for scripts. */
export interface Identity {
  readonly context: BrowserContextOptions;
  /** Parameters of the DevTools command `Emulation.setUserAgentOverride`. */
  readonly override: UserAgentOverride;
  /** The locale of dates and numbers, a BCP 47 tag. */
  readonly locale: string;
  /** Notes on parts of the location that could not be followed, in plain words. */
  readonly warnings: readonly string[];
}

/** The DevTools command that sets the user agent, its client hints, and `navigator.languages`. */
export interface UserAgentOverride {
  readonly userAgent: string;
  /** Languages, best first; the browser adds the quality values of the header. */
  readonly acceptLanguage: string;
  readonly platform: string;
  /** Undefined for a user agent that is not Chromium's: such a browser sends no client hints. */
  readonly userAgentMetadata?: {
    readonly brands: readonly Brand[];
    readonly fullVersionList: readonly Brand[];
    readonly fullVersion: string;
    readonly platform: string;
    readonly platformVersion: string;
    readonly architecture: string;
    readonly bitness: string;
    readonly model: string;
    readonly mobile: boolean;
  };
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
  const wished = readLanguages(location?.languages ?? []);
  const place = location === undefined ? undefined : placeIn(location.country, wished.languages);
  const device = mobile ? devices[phoneName] : undefined;
  const userAgent = headerOf(request.headers, "user-agent") ?? ownUserAgent(engine, device?.userAgent);
  const languages = place?.languages ?? ["en-US", "en"];
  const screen = request.screenshot?.viewport;
  const isChromium = /Chrom(?:e|ium)\//.test(userAgent);
  return {
    context: {
      ...(device === undefined ? { viewport: desktopViewport } : deviceOptions(device)),
      ...(screen === undefined ? {} : { viewport: { ...screen } }),
      ignoreHTTPSErrors: request.skipTlsVerification,
      reducedMotion: "reduce",
      // Documents are taken from the answer itself. What the actions of a request make a script save is in no answer.
      acceptDownloads: request.actions.length > 0,
      ...placeOptions(place),
    },
    locale: languages[0] ?? "en-US",
    override: {
      userAgent,
      acceptLanguage: withoutQualities(headerOf(request.headers, "accept-language")) ?? languages.join(","),
      platform: platformOf(userAgent).navigator,
      ...(isChromium ? { userAgentMetadata: clientHints(userAgent, engine, mobile) } : {}),
    },
    warnings: [
      ...(location !== undefined && place?.timezone === undefined ? [unknownPlace(location.country)] : []),
      ...wished.warnings,
    ],
  };
}

function clientHints(userAgent: string, engine: Engine, mobile: boolean) {
  return {
    ...brandsOf(engine.version),
    fullVersion: engine.version,
    platform: platformOf(userAgent).hint,
    platformVersion: mobile ? "14.0.0" : "",
    architecture: mobile ? "" : "x86",
    bitness: mobile ? "" : "64",
    model: mobile ? phoneName : "",
    mobile,
  };
}

/** The languages of an `Accept-Language` header in their order; the browser writes the quality values itself. */
function withoutQualities(header: string | undefined): string | undefined {
  return header?.replaceAll(/\s+/g, "").replaceAll(/;q=[\d.]+/gi, "");
}

/** The value of a header in a caller's headers, whatever the case of its name. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Browsers tell no more than their major version (user agent reduction). */
function ownUserAgent(engine: Engine, deviceUserAgent: string | undefined): string {
  const major = Number.parseInt(engine.version, 10);
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

/** The system of a user agent, as `navigator.platform` and the client hint name it. */
function platformOf(userAgent: string): { readonly navigator: string; readonly hint: string } {
  if (/iPhone|iPad/.test(userAgent)) return { navigator: "iPhone", hint: "iOS" };
  if (userAgent.includes("Android")) return { navigator: "Linux armv81", hint: "Android" };
  if (userAgent.includes("Windows")) return { navigator: "Win32", hint: "Windows" };
  if (userAgent.includes("Mac OS X")) return { navigator: "MacIntel", hint: "macOS" };
  return { navigator: "Linux x86_64", hint: "Linux" };
}

function unknownPlace(country: string): string {
  return `No time zone is known for the country ${country}; the browser kept its own.`;
}
