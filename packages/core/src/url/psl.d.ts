/** The package has types, but its `exports` don't lead to them. */
declare module "psl" {
  /** The registrable domain of a host name; null where there is none. */
  export function get(hostname: string): string | null;
}
