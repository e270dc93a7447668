import type { Engine } from "@garner/core";
import { garnerErrorFormatter, garnerRouter } from "@garner/trpc";
import { initTRPC } from "@trpc/server";
import { z } from "zod";

/** What your application knows of a request. */
export interface Context {
  readonly team: string;
}

const t = initTRPC.context<Context>().create({ errorFormatter: garnerErrorFormatter });

/** An application of your own: its procedures, with Garner's below `garner`. */
export function createRouter(engine: Engine) {
  return t.router({
    /** A procedure of yours that uses the engine directly. */
    titleOf: t.procedure.input(z.object({ url: z.url() })).query(async ({ input, signal }) => {
      const { metadata } = await engine.scrape({ url: input.url }, { signal });
      return metadata.title ?? input.url;
    }),
    garner: garnerRouter(engine, {
      contextOf: ({ team }: Context) => ({ principal: { team, apiKey: "session" } }),
    }),
  });
}

export type AppRouter = ReturnType<typeof createRouter>;
