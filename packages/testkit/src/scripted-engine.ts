import { createEngine, type Engine } from "@garner/core";

/** Substitutes for some methods of an engine. */
export interface EngineScript extends Partial<Omit<Engine, Group>> {
  readonly jobs?: Partial<Engine["jobs"]>;
  readonly webhooks?: Partial<Engine["webhooks"]>;
  readonly usage?: Partial<Engine["usage"]>;
}

type Group = "jobs" | "webhooks" | "usage";

/** An engine whose given methods do as told; the others are those of a real one. For tests of surfaces. */
export function scriptedEngine(script: EngineScript): Engine {
  const engine = createEngine();
  return {
    ...engine,
    ...script,
    jobs: { ...engine.jobs, ...script.jobs },
    webhooks: { ...engine.webhooks, ...script.webhooks },
    usage: { ...engine.usage, ...script.usage },
  };
}
