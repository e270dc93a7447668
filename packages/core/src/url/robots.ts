import robotsParser from "robots-parser";

/** The verdict of a robots.txt on one URL. */
export interface RobotsVerdict {
  readonly allowed: boolean;
  /** The line that decided, as it stands in the file, with its number; absent when no line applies. */
  readonly line?: string | undefined;
}

/** A robots.txt (RFC 9309), read. */
export interface RobotsRules {
  /** `agent` is a product token such as `GarnerBot`. */
  check(url: string, agent: string): RobotsVerdict;
  /** `Crawl-delay` of the agent's group, in milliseconds. */
  crawlDelayMs(agent: string): number | undefined;
  /** The `Sitemap:` lines, absolute. */
  readonly sitemaps: readonly string[];
}

// The package's types describe a default export that its CommonJS module does not have.
const parse = robotsParser as unknown as typeof robotsParser.default;

/**
 * Reads a robots.txt. The longest matching rule wins, `*` and `$` work, groups of one agent are merged, an agent without a
 * group gets that of `*` (RFC 9309 §2.2). Never throws. Pure.
 */
export function parseRobots(robotsUrl: string, text: string): RobotsRules {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const robot = parse(robotsUrl, lines.map((line) => unescaped(spelled(line))).join("\n"));
  return {
    check(address, agent) {
      const url = escapedSigns(unescaped(address));
      // Undefined means that the file belongs to another host and says nothing.
      const allowed = robot.isAllowed(url, agent) !== false;
      const number = robot.getMatchingLineNumber(url, agent);
      const line = lines[number - 1]?.trim();
      return { allowed, ...(number > 0 && line !== undefined ? { line: `line ${number}: ${line}` } : {}) };
    },
    crawlDelayMs(agent) {
      const seconds = robot.getCrawlDelay(agent);
      return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
    },
    sitemaps: robot.getSitemaps().flatMap((sitemap) => URL.parse(sitemap, robotsUrl)?.href ?? []),
  };
}

/** Octets that may be written with or without a `%` are compared without (RFC 9309 §2.2.2). */
function unescaped(text: string): string {
  return text.replaceAll(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi, (octet) =>
    String.fromCodePoint(Number.parseInt(octet.slice(1), 16)),
  );
}

/** The signs that have a meaning in rules stand for themselves in an address, as `%2A` and `%24` do in rules (§2.2.3). */
const escapedSigns = (text: string): string => text.replaceAll("*", "%2A").replaceAll("$", "%24");

/**
 * A rule with the usual slips in its name is meant as a rule all the same. A group is for the product token that its line
 * begins with (§2.2.1), and a `$` before the end of a rule is one of the address.
 */
function spelled(line: string): string {
  return line
    .replace(/^\s*user\s?agent\s*:/i, "User-agent:")
    .replace(/^(\s*user-agent\s*:\s*[^\s,;()]+).*$/i, "$1")
    .replace(/^\s*(?:dis+al+ow|diasllow|disallaw)\s*:/i, "Disallow:")
    .replace(/^\s*(?:dis)?allow\s*:.*$/i, (rule) => rule.replaceAll(/\$(?=\s*[^\s#])/g, "%24"));
}

/** The product token of a user agent header: its first word, without the version (RFC 9309 §2.2.1). Pure. */
export function productToken(userAgent: string): string {
  return /^[a-z_-]+/i.exec(userAgent.trim())?.[0] ?? "*";
}
