/** Work that can rest between its steps: the work says where, and its runner says for how long. */
export type Steps<Outcome> = Generator<undefined, Outcome, undefined>;

/** Runs work without a rest. */
export function finish<Outcome>(steps: Steps<Outcome>): Outcome {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
