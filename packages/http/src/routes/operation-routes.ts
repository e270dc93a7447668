import type { Operations } from "@garner/core";
import { mapped, scraped, searched } from "../wire/page-envelopes.ts";
import { jobRoutes } from "./job-routes.ts";
import { route, type Route } from "./route.ts";

/** One route for every operation: an operation without one does not compile. */
export const routes = {
  scrape: route("scrape", { method: "POST", path: "/v2/scrape", envelope: scraped }),
  getScrape: route("getScrape", { method: "GET", path: "/v2/scrape/{id}", envelope: scraped }),
  parseFile: route("parseFile", { method: "POST", path: "/v2/parse", envelope: scraped, takesFiles: true }),
  map: route("map", { method: "POST", path: "/v2/map", envelope: mapped }),
  search: route("search", { method: "POST", path: "/v2/search", envelope: searched }),
  ...jobRoutes,
} satisfies Readonly<Record<keyof Operations, Route>>;
