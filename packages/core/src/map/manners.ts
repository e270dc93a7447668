import { mayIgnoreRobots, type HostPace } from "../fetch/politeness/host-rules.ts";
import { mannersAt, knownMannersAt, type Manners, type Visitor } from "../fetch/politeness/manners.ts";
import { waitForTurn, type Turn } from "../fetch/politeness/turns.ts";
import { productToken, type RobotsRules } from "../url/robots.ts";
import type { Robots } from "../fetch/politeness/robots-cache.ts";
import { timeBudget, type Mapping } from "./mapping.ts";

/** A map as hosts meet it. Pure. */
export function visitorOf({ request, resources }: Mapping): Visitor {
  const { politeness, policy } = resources;
  const isLetOff = mayIgnoreRobots(request.ignoreRobotsTxt, politeness);
  return { robotsAgent: isLetOff ? undefined : productToken(policy.userAgent) };
}

/** Longest wait for a robots.txt. */
const robotsTime = { share: 0.2, maxMs: 10_000 };

/**
 * Everything known about a host's robots.txt; undefined when reading it takes long. Throws when the last caller has
 * left.
 */
async function robotsInTime(url: URL, mapping: Mapping): Promise<Robots | number | undefined> {
  const { resources, signal } = mapping;
  const impatience = timeBudget(mapping, robotsTime);
  try {
    return await resources.robots.read(url, impatience);
  } catch (thrown) {
    signal.throwIfAborted();
    if (impatience.aborted) return undefined;
    throw thrown;
  }
}

/** The rules of a host's robots.txt; undefined when its server can't say, or not in time. */
export async function rulesInTime(url: URL, mapping: Mapping): Promise<RobotsRules | undefined> {
  const robots = await robotsInTime(url, mapping);
  return typeof robots === "object" && robots.state === "known" ? robots.rules : undefined;
}

/** The pace to ask at an address. A robots.txt that its server can't give at the moment asks for none. */
async function paceNow(url: URL, mapping: Mapping, signal: AbortSignal): Promise<HostPace> {
  const { resources } = mapping;
  const isKnown = typeof (await robotsInTime(url, mapping)) === "object";
  const manners = isKnown ? await mannersAt(url, visitorOf(mapping), { resources, signal }) : undefined;
  if (manners !== undefined && !("waitMs" in manners)) return manners.pace;
  return (await knownMannersAt(url, {}, { resources, signal })).pace;
}

/** Waits for a turn at an address's host, for what robots.txt is not asked about. */
export async function turnAt(url: URL, mapping: Mapping, signal: AbortSignal): Promise<Turn> {
  const pace = await paceNow(url, mapping, signal);
  return await waitForTurn(url.host, pace, { ...mapping.resources, signal });
}

/**
 * The manners on the way to a page of a map. The caller asked for the start page, wherever it leads; robots.txt decides
 * about all others.
 */
export function mannersOnTheWayTo(page: string, mapping: Mapping): (url: URL, signal: AbortSignal) => Promise<Manners> {
  const { start, resources } = mapping;
  if (page === start.href)
    return async (url, signal) => ({ pace: await paceNow(url, mapping, signal), denial: undefined });
  return (url, signal) => knownMannersAt(url, visitorOf(mapping), { resources, signal });
}
