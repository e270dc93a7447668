import type { Engine } from "@garner/core";
import { createHandler, toNodeListener, type HandlerOptions } from "@garner/http";
import createFastify, { type FastifyInstance, type FastifyPluginAsync, type RouteHandlerMethod } from "fastify";

const basePath = "/api/garner";

/** Garner as a plugin: it reads bodies by itself, which Fastify's parsers must leave alone within it. */
export function garner(engine: Engine, options: HandlerOptions = {}): FastifyPluginAsync {
  return async (fastify) => {
    const listener = toNodeListener(createHandler(engine, { ...options, basePath: fastify.prefix }));
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const answer: RouteHandlerMethod = async (request, reply) => {
      reply.hijack();
      await listener(request.raw, reply.raw);
    };
    fastify.all("/", answer);
    fastify.all("/*", answer);
  };
}

/** A Fastify application of your own, with Garner below `/api/garner`. */
export async function fastifyApp(engine: Engine, options: HandlerOptions = {}): Promise<FastifyInstance> {
  const app = createFastify({ forceCloseConnections: true });
  app.get("/", () => "Scrape with POST /api/garner/v2/scrape.");
  await app.register(garner(engine, options), { prefix: basePath });
  return app;
}
