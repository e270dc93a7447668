import { EngineError, type LanguageModel, type SearchProvider, type TextRecognizer } from "@garner/core";
import type { BrowserSource } from "@garner/playwright";
import type { Environment } from "./environment.ts";
import type { Stores } from "./stores.ts";

/** The equipment of a server, for its report. */
export interface Equipment {
  readonly environment: Environment;
  readonly stores: Pick<Stores, "fact">;
  readonly browser: Pick<BrowserSource, "executablePath">;
  readonly model: LanguageModel | undefined;
  readonly search: readonly SearchProvider[];
  readonly ocr: TextRecognizer | undefined;
}

/** The server's equipment and its gaps, as lines for the person who starts it. */
export async function startReport(equipment: Equipment): Promise<readonly string[]> {
  const { environment } = equipment;
  const facts = {
    data: await equipment.stores.fact(),
    jobs: workFact(environment),
    browser: browserFact(equipment.browser),
    model: modelFact(equipment.model),
    search: searchFact(equipment.search),
    scans: scansFact(equipment.ocr, environment),
    authentication: authenticationFact(environment),
    "private networks": privateNetworksFact(environment),
    webhooks: environment.WEBHOOK_SECRET === undefined ? "not signed: set WEBHOOK_SECRET" : "signed",
  };
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts).map(([name, fact]) => `${name.padEnd(width)}  ${fact}`);
}

function workFact({ WORK, WORK_CONCURRENCY }: Environment): string {
  return WORK ? `worked on here, ${WORK_CONCURRENCY} pages at once` : "left to other processes";
}

function browserFact(browser: Equipment["browser"]): string {
  try {
    return browser.executablePath();
  } catch (thrown) {
    return `none. ${EngineError.from(thrown).message}`;
  }
}

function modelFact(model: LanguageModel | undefined): string {
  if (model === undefined) {
    return "none: set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or OLLAMA_BASE_URL for `json`, `summary` and extract";
  }
  return `${model.modelId} (${model.provider})`;
}

function searchFact(providers: readonly SearchProvider[]): string {
  if (providers.length > 0) return providers.map(({ name }) => name).join(", then ");
  return "only what was scraped before: set SEARXNG_ENDPOINT, SERPER_API_KEY, BRAVE_API_KEY or TAVILY_API_KEY for the web";
}

function scansFact(ocr: TextRecognizer | undefined, { OCR_LANGUAGES = ["eng"] }: Environment): string {
  if (ocr === undefined) return "have no text: install @garner/ocr to recognize it";
  return `recognized (${OCR_LANGUAGES.join(", ")}), up to ${ocr.maxPages} pages of a document`;
}

function authenticationFact({ USE_DB_AUTHENTICATION, API_KEYS = [], REDIS_URL }: Environment): string {
  if (!USE_DB_AUTHENTICATION) return "none: whoever reaches this address may use it";
  const keys = `${API_KEYS.length} ${API_KEYS.length === 1 ? "key" : "keys"}`;
  return `by API key (${REDIS_URL === undefined ? keys : `${keys} here, more by \`garner keys\``})`;
}

function privateNetworksFact({ ALLOW_PRIVATE_NETWORKS: allowed }: Environment): string {
  if (typeof allowed === "boolean") return allowed ? "all may be scraped" : "out of reach";
  return `out of reach but for ${allowed.join(", ")}`;
}
