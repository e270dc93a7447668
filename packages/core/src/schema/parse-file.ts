import { z } from "zod";
import { keysWithoutEffect, scrapeKeys, type WithoutEffect } from "./fields/client-keys.ts";
import { checkScrapeOptions, originFields, scrapeOptionFields } from "./scrape.ts";

/** A file as a caller sends it. */
export const UploadedFile = z.strictObject({
  name: z.string().min(1).max(1000).describe("Its name; the ending says what it is where nothing else does."),
  contentType: z.string().max(200).optional().describe("Its media type, if the caller knows it."),
  base64: z.base64().min(4, { error: "must not be empty" }).describe("Its bytes."),
});

const { formats, onlyMainContent, includeTags, excludeTags, timeout, parsers, removeBase64Images, zeroDataRetention } =
  scrapeOptionFields;

const noTrip = "nothing is fetched";

/** The keys of scrapes that clients also send with files. */
const parseKeys: WithoutEffect = {
  ...scrapeKeys,
  proxy: "",
  headers: noTrip,
  skipTlsVerification: "",
  blockAds: "",
  fastMode: "",
};

/** `POST /v2/parse` (contract §5.2): the options of a scrape, without those for fetching the page. */
export const ParseFileRequest = z
  .strictObject({
    file: UploadedFile,
    formats,
    onlyMainContent,
    includeTags,
    excludeTags,
    timeout,
    parsers,
    removeBase64Images,
    zeroDataRetention,
    ...originFields,
  })
  .superRefine((request, context) => {
    const asked = request.formats.map((format) => (typeof format === "string" ? format : format.type));
    for (const format of ["screenshot", "changeTracking"] as const) {
      if (!asked.includes(format)) continue;
      context.addIssue({
        code: "custom",
        path: ["formats"],
        message: `must not have \`${format}\`: a file is no page`,
      });
    }
    checkScrapeOptions({ ...request, formats: request.formats, waitFor: 0 }, context);
  })
  .meta({ id: "ParseFileRequest" })
  .register(keysWithoutEffect, parseKeys);
export type ParseFileRequest = z.input<typeof ParseFileRequest>;
