/**
 * An engine as tools of the AI SDK, and any of its models as the engine's.
 * @module
 */
export { garnerTools, type GarnerTools, type GarnerToolsOptions, type PreliminaryResult } from "./tools.ts";
export { garnerModel, type GarnerModelOptions } from "./model.ts";
