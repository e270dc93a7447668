import { mayIgnoreRobots, type HostPace } from "../fetch/politeness/host-rules.ts";
import { mannersAt, settledMannersAt, type Manners, type Visitor } from "../fetch/politeness/manners.ts";
import { waitForTurn, type Turn } from "../fetch/politeness/turns.ts";
import { productToken } from "../url/robots.ts";
import type { Mapping } from "./mapping.ts";

/** A map as hosts meet it. Pure. */
export function visitorOf({ request, resources }: Mapping): Visitor {
  const { politeness, policy } = resources;
  const isLetOff = mayIgnoreRobots(request.ignoreRobotsTxt, politeness);
  return { robotsAgent: isLetOff ? undefined : productToken(policy.userAgent) };
}

/** At which pace to ask at an address. A robots.txt that its server can't give at the moment asks for none. */
async function paceNow(url: URL, mapping: Mapping, signal: AbortSignal): Promise<HostPace> {
  const { resources } = mapping;
  const manners = await mannersAt(url, visitorOf(mapping), { resources, signal });
  if (!("waitMs" in manners)) return manners.pace;
  return (await settledMannersAt(url, {}, { resources, signal })).pace;
}

/** Waits for a turn at an address's host, for what robots.txt is not asked about. */
export async function turnAt(url: URL, mapping: Mapping, signal: AbortSignal): Promise<Turn> {
  const pace = await paceNow(url, mapping, signal);
  return await waitForTurn(url.host, pace, { ...mapping.resources, signal });
}

/**
 * How to behave on the way to a page of a map. The start page, wherever it leads, is what the caller asks for; all others
 * are what robots.txt allows.
 */
export function mannersOnTheWayTo(page: string, mapping: Mapping): (url: URL, signal: AbortSignal) => Promise<Manners> {
  const { start, resources } = mapping;
  if (page === start.href)
    return async (url, signal) => ({ pace: await paceNow(url, mapping, signal), denial: undefined });
  return (url, signal) => settledMannersAt(url, visitorOf(mapping), { resources, signal });
}
