import { operations, type Operations } from "@garner/core";
import { mapped, scraped, searched } from "../wire/envelope.ts";
import { jobRoutes } from "./job-routes.ts";
import { route, type Route } from "./route.ts";
import { v1Scraped, V1ScrapeRequest, v1ScrapeToV2 } from "./v1.ts";

/** One route for every operation: an operation without one does not compile. */
export const routes = {
  scrape: route(operations.scrape, { method: "POST", path: "/v2/scrape", envelope: scraped }),
  map: route(operations.map, { method: "POST", path: "/v2/map", envelope: mapped }),
  search: route(operations.search, { method: "POST", path: "/v2/search", envelope: searched }),
  ...jobRoutes,
} satisfies Readonly<Record<keyof Operations, Route>>;

/** The routes of the older version of the contract, for the operations that had one. */
export const v1Routes = {
  scrape: route(operations.scrape, {
    method: "POST",
    path: "/v1/scrape",
    input: V1ScrapeRequest,
    toInput: v1ScrapeToV2,
    envelope: v1Scraped,
  }),
} satisfies Readonly<Partial<Record<keyof Operations, Route>>>;
