import type { Call } from "../ports/call.ts";
import type { IndexDependencies } from "./dependencies.ts";

/** The name under which all teams share their pages. No team has it: a key's team is never empty. */
const everybody = "";

/** The name under which the index has the pages that a caller may find. Pure. */
export function indexTeam(
  { principal }: Pick<Call, "principal">,
  { policy }: Pick<IndexDependencies, "policy">,
): string {
  return policy.sharesIndex ? everybody : principal.team;
}
