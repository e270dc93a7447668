import { EngineError } from "@garner/core";
import { absenceOf } from "./absent.ts";

/** Anything that is found by method and path. A path may hold parameters: `/v2/crawl/{id}`. */
export interface Addressed {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: `/${string}`;
}

/** A matched target, and the values of the parameters in its path. */
export interface Match<Target> {
  readonly target: Target;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds targets by method and path; the first one wins. A word that is part of a path is never the value of a parameter, also
 * where another method is asked for. A trailing slash makes no difference.
 */
export interface Matcher<Target> {
  /** HEAD is found as GET. Throws ROUTE_NOT_FOUND, or METHOD_NOT_ALLOWED whose `details.allow` lists the methods. */
  find(method: string, path: string): Match<Target>;
  /** The methods that a path answers, as in an `Allow` header. Throws ROUTE_NOT_FOUND. */
  allow(path: string): string;
}

/** Makes a matcher of a list of targets. */
export function createMatcher<Target extends Addressed>(targets: readonly Target[]): Matcher<Target> {
  const patterns = targets.map((target) => ({ target, pattern: pathPattern(target.path) }));

  function matchesAt(path: string): readonly Match<Target>[] {
    const matches = patterns.flatMap(({ target, pattern }) => {
      const found = pattern.exec(path);
      return found === null ? [] : [{ target, params: decodeAll(found.groups ?? {}) }];
    });
    if (matches.length === 0) throw new EngineError("ROUTE_NOT_FOUND", absenceOf(path));
    const exact = matches.filter(({ params }) => Object.keys(params).length === 0);
    return exact.length === 0 ? matches : exact;
  }

  function allow(path: string): string {
    const methods = matchesAt(path).map((match) => match.target.method);
    return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].join(", ");
  }

  return {
    allow,
    find(method, path) {
      const wanted = method === "HEAD" ? "GET" : method;
      const found = matchesAt(path).find((match) => match.target.method === wanted);
      if (found !== undefined) return found;
      const allowed = allow(path);
      throw new EngineError("METHOD_NOT_ALLOWED", `${path} answers ${allowed}, not ${method}.`, {
        details: { allow: allowed },
      });
    },
  };
}

function pathPattern(path: string): RegExp {
  const literal = path.replace(/\/$/, "").replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}/?$`);
}

function decodeAll(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decode(text)]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray "%" is part of the value
  }
}
