import { EngineError } from "../../errors.ts";
import { takeUserinfo, type Logins } from "../../url/userinfo.ts";

/** The addresses of a job without names and passwords, which no page, event or status of it repeats. */
export interface PartedAddresses {
  readonly addresses: readonly string[];
  /** Kept with the options of a part of the job, for its visits. */
  readonly logins?: Logins;
}

/**
 * Takes the userinfos out of the web addresses of a part of a job, beside those that are known. Throws BAD_REQUEST for two
 * of one site.
 */
export function takeLogins(addresses: readonly string[], before: Logins = {}): PartedAddresses {
  const logins: Record<string, string> = { ...before };
  const plain = addresses.map((whole) => {
    const url = whole.includes("@") ? URL.parse(whole) : null;
    if (url === null) return whole;
    const { address, userinfo } = takeUserinfo(url, whole);
    if (userinfo === undefined) return whole;
    const known = (logins[url.origin] ??= userinfo);
    if (known !== userinfo) throw twoLogins(url);
    return address;
  });
  return Object.keys(logins).length === 0 ? { addresses: plain } : { addresses: plain, logins };
}

function twoLogins({ origin }: URL): EngineError {
  return new EngineError(
    "BAD_REQUEST",
    `urls: ${origin} stands there with two different names or passwords; one request has one for each site.`,
  );
}
