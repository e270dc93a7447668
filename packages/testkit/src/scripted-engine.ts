import { createEngine, type Engine } from "@garner/core";

/** An engine whose given methods do as told; the others are those of a real one. For tests of surfaces. */
export function scriptedEngine(script: Partial<Engine>): Engine {
  return { ...createEngine(), ...script };
}
