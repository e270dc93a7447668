import { nearest } from "@garner/core";
import { Environment } from "./environment.ts";
import { providerOf, providers } from "./model.ts";

/** A remark for the operator about a variable that is valid by itself. */
export interface Remark {
  readonly variable: string;
  readonly message: string;
}

const known = Object.keys(Environment.shape);

/** Variables that other parts of the server read by themselves. */
const readElsewhere = ["GARNER_CHROMIUM_PATH", "PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH"];

const tlsVariables = ["REDIS_TLS_CA", "REDIS_TLS_SERVERNAME", "REDIS_TLS_CERT", "REDIS_TLS_KEY"] as const;

/** Remarks on variables that are set without effect, and on likely typing errors. Pure. */
export function remarksOn(
  environment: Environment,
  variables: Readonly<Record<string, string | undefined>>,
): readonly Remark[] {
  return [...withoutEffect(environment, variables), ...misspelt(variables)];
}

function withoutEffect(
  environment: Environment,
  variables: Readonly<Record<string, string | undefined>>,
): readonly Remark[] {
  const provider = providerOf(environment);
  const isAsked = (name: (typeof providers)[number]): boolean =>
    name === provider || (name === "OPENAI_API_KEY" && provider === "OPENAI_BASE_URL");
  const needs = (name: keyof Environment, wanted: string): readonly Remark[] =>
    environment[name] === undefined ? [] : [{ variable: name, message: `${name} has no effect: ${wanted}.` }];
  return [
    ...(environment.REDIS_URL === undefined
      ? (["DOCUMENTS_DIR", "REDIS_PREFIX", "REDIS_LEASE_MS"] as const).flatMap((name) =>
          needs(name, "everything is in DATA_DIR; set REDIS_URL"),
        )
      : needs("DATA_DIR", "everything is kept in Redis; take REDIS_URL away to keep it here")),
    ...(environment.REDIS_URL?.startsWith("rediss:") === true
      ? []
      : tlsVariables.flatMap((name) => needs(name, "there is no TLS; REDIS_URL would begin with rediss://"))),
    ...(provider === undefined
      ? needs("MODEL_NAME", `no provider of models is set; set one of ${providers.join(", ")}`)
      : providers
          .filter((name) => !isAsked(name))
          .flatMap((name) =>
            needs(
              name,
              name === "ANTHROPIC_API_KEY"
                ? `${provider} is asked; a MODEL_NAME that begins with claude asks Anthropic`
                : `${provider} is asked`,
            ),
          )),
    ...(environment.WORK || (variables["WORK_CONCURRENCY"] ?? "") === ""
      ? []
      : needs("WORK_CONCURRENCY", "WORK is false, so this process takes no pages of jobs")),
    ...(environment.SEARXNG_ENDPOINT === undefined
      ? (["SEARXNG_ENGINES", "SEARXNG_CATEGORIES"] as const).flatMap((name) => needs(name, "set SEARXNG_ENDPOINT"))
      : []),
    ...(environment.S3_ENDPOINT === undefined ? needs("S3_REGION", "set S3_ENDPOINT and the rest of a bucket") : []),
    ...(environment.WEBHOOK_SECRET === undefined
      ? needs("WEBHOOK_SIGNATURE_HEADERS", "nothing is signed; set WEBHOOK_SECRET")
      : []),
    ...(environment.USE_DB_AUTHENTICATION
      ? []
      : needs("API_KEYS", "keys are not asked for; set USE_DB_AUTHENTICATION=true, or everybody may use the server")),
  ];
}

function misspelt(variables: Readonly<Record<string, string | undefined>>): readonly Remark[] {
  return Object.keys(variables).flatMap((variable) => {
    const meant = meantBy(variable);
    if (meant === undefined || (variables[meant] ?? "") !== "") return [];
    return [{ variable, message: `${variable} is not read. Did you mean ${meant}?` }];
  });
}

/** The variable nearest to a name: a few letters off, in another spelling, with our name before it, or a word short. */
function meantBy(name: string): string | undefined {
  if (known.includes(name) || readElsewhere.includes(name)) return undefined;
  const bare = name.replace(/^GARNER_/i, "");
  return nearest(bare, known) ?? known.find((candidate) => isShortFor(bare, candidate));
}

/** `SERPER_KEY` for `SERPER_API_KEY`: words are left out, but not the first. Pure. */
function isShortFor(name: string, candidate: string): boolean {
  const [words, all] = [name, candidate].map((each) => each.toUpperCase().split("_")) as [string[], string[]];
  return words.length > 1 && words[0] === all[0] && words.every((word) => all.includes(word));
}
