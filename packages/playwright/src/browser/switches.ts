/** Parts of Chromium that would change a page, or that talk to others than the page. */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  // Two invisible pages for the suggestions of an address bar, in each context: half a CPU second and 85 MB.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
] as const;

/**
 * Switches for every browser, grouped by purpose. Some of the driver's own switches are left out on purpose: they let pages
 * flood the browser with navigations (`--disable-ipc-flooding-protection`), open windows that nobody clicked for
 * (`--disable-popup-blocking`), or know that they are automated (`--enable-automation`).
 */
export const switches = [
  "--headless",
  "--remote-debugging-pipe",
  "--no-startup-window",
  "--no-first-run",
  "--no-default-browser-check",
  "--no-service-autorun",
  "--password-store=basic",
  "--use-mock-keychain",
  "--disable-infobars",
  "--disable-prompt-on-repost",
  "--disable-search-engine-choice-screen",
  "--disable-extensions",
  "--disable-default-apps",
  "--disable-component-extensions-with-background-pages",

  // Nothing of its own goes over the network.
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-client-side-phishing-detection",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-field-trial-config",
  "--disable-sync",
  "--metrics-recording-only",
  "--no-pings",

  // Ways around the egress proxy: QUIC and WebRTC use UDP, which it can't see; a prefetch of names asks the system.
  "--disable-quic",
  "--dns-prefetch-disable",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",

  // An unseen page runs like a seen one.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-back-forward-cache",
  "--disable-hang-monitor",
  "--disable-renderer-backgrounding",
  "--allow-pre-commit-input",

  // The same picture on every machine.
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
  "--disable-gpu",
  "--enable-unsafe-swiftshader",
  "--force-color-profile=srgb",
  "--hide-scrollbars",
  "--mute-audio",

  // Small containers have a small /dev/shm.
  "--disable-dev-shm-usage",
  // Frames of other sites share their page's process: a page is one process, and one session sees all of its requests.
  "--disable-site-isolation-trials",
  `--disable-features=${disabledFeatures.join(",")}`,
  "--enable-features=CDPScreenshotNewSurface",
] as const;
