import { describe, expect, test } from "vitest";
import { isBusy, isRefusedFormat, modelFailure, retryDelayMs } from "./provider-error.ts";

const now = Date.UTC(2026, 0, 1);
const delay = (headers: Record<string, string>, number = 1) =>
  retryDelayMs({ statusCode: 429, responseHeaders: headers }, { number, now, random: 0 });

describe("what a model provider says when it fails", () => {
  test.each([
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after": new Date(now + 5000).toUTCString() }, 5000],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after": "86400" }, undefined],
    [{}, 750],
    [{ "retry-after": "soon" }, 750],
  ])("%j is waited out", (headers, expected) => {
    expect(delay(headers)).toBe(expected);
  });

  test("without a word, every wait is twice as long as the one before", () => {
    expect([1, 2, 3].map((number) => delay({}, number))).toEqual([750, 1500, 3000]);
  });

  test.each([
    [{ statusCode: 429 }, true],
    [{ statusCode: 503 }, true],
    [{ statusCode: 401 }, false],
    [{ isRetryable: true }, true],
    [new Error("no"), false],
  ])("%j passes: %s", (thrown, expected) => {
    expect(isBusy(thrown)).toBe(expected);
  });

  test("a form of answer that a provider does not know is told from another refusal", () => {
    expect(isRefusedFormat({ statusCode: 400, responseBody: "Unknown parameter: response_format" })).toBe(true);
    expect(isRefusedFormat({ statusCode: 400, responseBody: "context length exceeded" })).toBe(false);
  });

  test("the failure quotes the provider, without keys", () => {
    expect(modelFailure({ statusCode: 400, message: "No model for key sk-12345678abc." })).toMatchObject({
      code: "PROVIDER_FAILED",
      message: "The language model failed with HTTP status 400: No model for key ***.",
      details: { providerStatus: 400 },
    });
  });

  test.each([401, 403])(
    "a status of %i is a refused key, and nothing of what is said about it is repeated",
    (status) => {
      expect(modelFailure({ statusCode: status, message: "Invalid key." })).toMatchObject({
        code: "PROVIDER_FAILED",
        message: `The provider of the language model refused the key (HTTP status ${status}). The operator has to check it.`,
        details: { providerStatus: status },
      });
    },
  );
});
