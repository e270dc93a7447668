import type { Clock } from "../../ports/clock.ts";
import type { Politeness } from "./host-rules.ts";
import type { RobotsCache } from "./robots-cache.ts";
import type { Turns } from "./turns.ts";

/** The dependencies of politeness. */
export interface PolitenessDependencies {
  readonly politeness: Politeness;
  readonly robots: RobotsCache;
  readonly turns: Turns;
  readonly clock: Clock;
}
