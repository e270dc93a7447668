/** A value that is made when it is first asked for. */
export interface Lazy<T> {
  /** The value; a failed attempt is forgotten, so that the next call tries again. */
  (): Promise<T>;
  /** The value if it was asked for before; never makes it. */
  readonly made: () => Promise<T> | undefined;
}

/** Makes a value once, when it is first asked for. */
export function lazy<T>(make: () => T | Promise<T>): Lazy<T> {
  let value: Promise<T> | undefined;
  const get = () => {
    value ??= Promise.resolve()
      .then(make)
      .catch((thrown: unknown) => {
        value = undefined;
        throw thrown;
      });
    return value;
  };
  return Object.assign(get, { made: () => value });
}
