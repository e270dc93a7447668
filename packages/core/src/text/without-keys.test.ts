import { expect, test } from "vitest";
import { withoutKeys } from "./without-keys.ts";

test.each([
  [
    "Incorrect API key provided: sk-proj-ab12*****wxyz. You can find your API key at https://platform.example/keys.",
    "Incorrect API key provided: ***. You can find your API key at https://platform.example/keys.",
  ],
  ['{"x-api-key": "abcd-efgh"}', '{"x-api-key": "***"}'],
  ["Authorization: Bearer abc.def.ghi", "Authorization: Bearer ***"],
  ["invalid token=abcdef, sorry", "invalid token=***, sorry"],
  ["Key AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY is not valid", "Key *** is not valid"],
  ["no credit for 0123456789abcdef0123456789abcdef01234567", "no credit for ***"],
  ["subscription 123e4567-e89b-42d3-a456-426614174000 has ended", "subscription *** has ended"],
  ["GET https://u:p@api.example/?key=abc failed", "GET https://***@api.example/?key=*** failed"],
])("%s becomes %s", (text, without) => {
  expect(withoutKeys(text)).toBe(without);
});

test.each([
  "The model `gpt-4o-mini-2024-07-18` does not exist.",
  "This model's maximum context length is 128000 tokens, and 140231 were asked for.",
  "Rate limit reached: 3 requests per minute. Try again in 20s.",
  "connect ECONNREFUSED 127.0.0.1:11434",
  "Unknown parameter: 'response_format.json_schema'.",
  "Internationalisierungsmaßnahmen of skateboarders_in_parks",
])("%s stays as it is", (text) => {
  expect(withoutKeys(text)).toBe(text);
});
