/** The caller: the team that owns jobs, snapshots and credits, and the name of the API key that was used. */
export interface Principal {
  readonly team: string;
  readonly apiKey: string;
}

/** The principal of calls that name none: a library user, or a server without authentication. */
export const bypassPrincipal: Principal = { team: "bypass", apiKey: "bypass" };
