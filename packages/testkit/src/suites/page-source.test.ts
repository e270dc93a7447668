import { createEgressGuard, httpSource, systemClock } from "@garner/core";
import { describe } from "vitest";
import { testPageSource } from "./page-source.ts";

describe("the plain HTTP source", () => {
  testPageSource({
    setup: ({ allowLoopback }) =>
      httpSource()({
        guard: createEgressGuard({ allow: allowLoopback ? ["127.0.0.1"] : false }),
        clock: systemClock,
        random: () => 0,
        policy: { userAgent: "TestBot/1.0", maxBodyBytes: 10_000_000, maxRedirects: 5 },
      }),
  });
});
