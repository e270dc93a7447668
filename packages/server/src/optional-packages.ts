import { EngineError } from "@garner/core";

/**
 * Loads a package that is not installed with the server, because only a variable asks for it. Throws CAPABILITY_MISSING,
 * which names the variable and the command that installs the package, when it is not there.
 */
export async function loadOptional<Module>(
  { variable, name }: { readonly variable: string; readonly name: string },
  load: () => Promise<Module>,
): Promise<Module> {
  const module = await loadIfInstalled(name, load);
  if (module !== undefined) return module;
  throw new EngineError(
    "CAPABILITY_MISSING",
    `${variable} needs a package that is not installed with the server. Install it beside: npm install ${name}`,
  );
}

/** Loads `@garner/redis` for a variable. Throws as {@link loadOptional}. */
export const loadRedis = (variable: "REDIS_URL" | "DOCUMENTS_DIR") =>
  loadOptional({ variable, name: "@garner/redis" }, () => import("@garner/redis"));

/** Loads a package; undefined when it is not installed. Throws what is wrong with one that is. */
export async function loadIfInstalled<Module>(name: string, load: () => Promise<Module>): Promise<Module | undefined> {
  try {
    return await load();
  } catch (thrown) {
    if (isMissing(thrown, name)) return undefined;
    throw thrown;
  }
}

/** A package that is installed may itself lack one: that is another failure, with another name in its message. */
const isMissing = (thrown: unknown, name: string): boolean =>
  thrown instanceof Error &&
  "code" in thrown &&
  thrown.code === "ERR_MODULE_NOT_FOUND" &&
  thrown.message.includes(`'${name}'`);
