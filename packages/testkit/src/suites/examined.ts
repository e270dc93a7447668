import { onTestFinished } from "vitest";

/** The object of a suite, and what may be done to it beyond calling its methods. */
export interface Examined<Store, Options extends readonly unknown[] = []> {
  readonly store: Store;
  /**
   * Opens once more what the store keeps, without closing the store: as another process does, or the next one after a
   * crash. Without it, what is shared, what survives and what becomes of the work of the dead is not examined.
   */
  readonly another?: ((...options: Options) => Store | Promise<Store>) | undefined;
  /**
   * Makes all that was opened so far look dead to what is opened from now on. A queue that takes every time from its clock
   * needs none: the suite lets the clock of the dead stand still.
   */
  readonly abandon?: (() => void | Promise<void>) | undefined;
  /** Takes down all that was opened, after the test. */
  readonly close?: (() => void | Promise<void>) | undefined;
}

/** Makes an empty store: itself, or with what may be done to it. */
export type Setup<Store, Options extends readonly unknown[] = []> = (
  ...options: Options
) => Store | Examined<Store, Options> | Promise<Store | Examined<Store, Options>>;

/** Sets up what a test examines; it is closed when the test is over. */
export async function examine<Store extends object, Options extends readonly unknown[]>(
  setup: Setup<Store, Options>,
  ...options: Options
): Promise<Examined<Store, Options>> {
  const made = await setup(...options);
  const examined = "store" in made ? made : { store: made };
  if (examined.close !== undefined) onTestFinished(examined.close, patienceMs);
  return examined;
}

/** Time a suite waits in real time before it takes something for stuck: a guard against hanging, nothing more. */
export const patienceMs = 20_000;
