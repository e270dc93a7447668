import { basicAuthorization, takeUserinfo } from "../../url/userinfo.ts";
import { parseWebUrl } from "./web-url.ts";

/** The address of a request, and its headers. */
interface Addressed {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The same with a name and password of the URL in an `Authorization` header: so they are personal like every header, go
 * only to the site that they were written for, and no result, event or log repeats them. A header that is there already
 * wins. Pure.
 */
export function loginAsHeader<Asked extends Addressed>(asked: Asked): Asked {
  const meant = parseWebUrl(asked.url);
  const { address, userinfo } = meant === undefined ? { address: asked.url } : takeUserinfo(meant, asked.url);
  if (userinfo === undefined) return asked;
  const { headers = {} } = asked;
  const isSaid = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return {
    ...asked,
    url: address,
    headers: isSaid ? headers : { ...headers, authorization: basicAuthorization(userinfo) },
  };
}
