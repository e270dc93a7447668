import { toNextRoute } from "@garner/next";
import { engine } from "../../engine.ts";

/** Next reads these two from the source: they must be literals in this file. */
export const runtime = "nodejs";
/** Seconds that a function may run where functions are stopped: scrapes have a `timeout` of their own below it. */
export const maxDuration = 60;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = toNextRoute(engine);
