import { z } from "zod";

/** A number of 0 or more. It may be `Infinity`, which zod's own numbers are not. */
export const amount = z.custom<number>(
  (value) => typeof value === "number" && value >= 0,
  "must be a number that is not negative",
);

/** A number above 0. It may be `Infinity`, which zod's own numbers are not. */
export const amountAboveZero = z.custom<number>(
  (value) => typeof value === "number" && value > 0,
  "must be a number above 0",
);

/** A whole number above 0, or `Infinity`: of things, of which there are no halves. */
export const count = z.custom<number>(
  (value) => (Number.isInteger(value) ? Number(value) > 0 : value === Infinity),
  "must be a whole number above 0",
);
