import type { CallOptions } from "../ports/call.ts";
import { bypassPrincipal } from "../ports/principal.ts";
import type { IndexDependencies } from "./dependencies.ts";

/** The name under which all teams share their pages. No team has it: a key's team is never empty. */
const everybody = "";

/** The name under which the index has the pages that a caller may find. Pure. */
export function indexTeam(
  { principal = bypassPrincipal }: Pick<CallOptions, "principal">,
  { policy }: Pick<IndexDependencies, "policy">,
): string {
  return policy.sharesIndex ? everybody : principal.team;
}
