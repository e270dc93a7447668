import { describe, expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";
import { remarksOn } from "./remarks.ts";

const remarks = (variables: Readonly<Record<string, string>>) => remarksOn(readEnvironment(variables), variables);

describe("remarksOn", () => {
  test.each([
    ["SERPER_KEY", "SERPER_API_KEY"],
    ["SERPER_API_KEYS", "SERPER_API_KEY"],
    ["OPENAI_URL", "OPENAI_BASE_URL"],
    ["OPEN_AI_API_KEY", "OPENAI_API_KEY"],
    ["SEARXNG_ENDPONT", "SEARXNG_ENDPOINT"],
    ["ALLOW_PRIVATE_NETWORK", "ALLOW_PRIVATE_NETWORKS"],
    ["API_KEY", "API_KEYS"],
    ["DATADIR", "DATA_DIR"],
    ["data_dir", "DATA_DIR"],
    ["GARNER_PORT", "PORT"],
  ])("asks for %s whether %s was meant", (variable, meant) => {
    expect(remarks({ [variable]: "x" })).toEqual([
      { variable, message: `${variable} is not read. Did you mean ${meant}?` },
    ]);
  });

  test("does not ask what is set beside it, or is nobody's slip", () => {
    expect(remarks({ API_KEY: "mine", API_KEYS: "a:b", USE_DB_AUTHENTICATION: "true" })).toEqual([]);
    const others = `_ CI COLORTERM CONTAINER DEBUG DISPLAY DOCKER_HOST EDITOR GARNER_CHROMIUM_PATH GIT_DIR HISTSIZE HOME
      HOSTNAME HOSTTYPE HTTP_PROXY HTTPS_PROXY INIT_CWD KUBERNETES_PORT KUBERNETES_SERVICE_HOST LANG LC_ALL LESSOPEN LOGNAME
      LS_COLORS MAIL NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION NO_PROXY OLDPWD OSTYPE PATH
      PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH PWD SHELL SHLVL SSH_AUTH_SOCK TERM TMPDIR TZ USER XDG_DATA_DIRS XDG_SESSION_TYPE
      npm_config_cache npm_lifecycle_event npm_package_name`.split(/\s+/);
    expect(remarks(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
  });

  test.each([
    ["DATA_DIR", { DATA_DIR: "/data", REDIS_URL: "redis://localhost" }, "everything is kept in Redis"],
    ["MODEL_NAME", { MODEL_NAME: "gpt" }, "set one of OPENAI_BASE_URL"],
    ["SEARXNG_ENGINES", { SEARXNG_ENGINES: "bing" }, "set SEARXNG_ENDPOINT"],
    ["WEBHOOK_SIGNATURE_HEADERS", { WEBHOOK_SIGNATURE_HEADERS: "x-signed" }, "set WEBHOOK_SECRET"],
    ["OLLAMA_BASE_URL", { OPENAI_API_KEY: "k", OLLAMA_BASE_URL: "http://localhost:11434" }, "OPENAI_API_KEY is asked"],
    ["ANTHROPIC_API_KEY", { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "c" }, "MODEL_NAME that begins with claude"],
    [
      "OPENAI_API_KEY",
      { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "c", MODEL_NAME: "claude-x" },
      "ANTHROPIC_API_KEY is asked",
    ],
    ["WORK_CONCURRENCY", { WORK: "false", WORK_CONCURRENCY: "3" }, "takes no pages of jobs"],
    ["API_KEYS", { API_KEYS: "a:b" }, "set USE_DB_AUTHENTICATION=true, or everybody may use the server"],
  ])("says that %s has no effect, and why", (variable, variables, reason) => {
    expect(remarks(variables)).toEqual([{ variable, message: expect.stringContaining(reason) }]);
  });

  test("is content with what has an effect", () => {
    expect(
      remarks({
        ...{ MODEL_NAME: "llama3.1", OPENAI_BASE_URL: "http://localhost:8000/v1", OPENAI_API_KEY: "k" },
        ...{ SEARXNG_ENDPOINT: "http://localhost:8080", SEARXNG_ENGINES: "bing" },
        ...{ USE_DB_AUTHENTICATION: "yes", API_KEYS: "a:b" },
      }),
    ).toEqual([]);
  });
});
