import { createEgressGuard, systemClock, type ScreenshotRequest } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { readPng, startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type BrowserSource } from "../index.ts";

describe("screenshots", () => {
  let site: BrowserSite;
  let source: BrowserSource;
  beforeAll(async () => {
    site = await startBrowserSite();
    source = playwright({ guard: createEgressGuard({ allow: ["127.0.0.1"] }) });
  });
  afterAll(async () => {
    await source[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const take = async (path: string, screenshot: ScreenshotRequest, mobile = false) => {
    const request = captureRequest(`${site.origin}${path}`, { screenshot, mobile });
    const { screenshot: image, warnings } = await source.capture(request, systemClock.deadline(60_000));
    if (image === undefined) throw new Error("no screenshot");
    return { image, warnings };
  };

  test("shows the window", async () => {
    const picture = readPng((await take("/tall", { fullPage: false })).image);
    expect([picture.width, picture.height]).toEqual([1280, 800]);
    expect(picture.colourAt(10, 10)).toEqual([0, 0, 255]);
    expect(picture.colourAt(10, 100)).toEqual([255, 0, 0]);
  });

  test("shows the whole page: lazy content loaded, the sticky header once", async () => {
    const picture = readPng((await take("/tall", { fullPage: true })).image);
    expect([picture.width, picture.height]).toEqual([1280, 40 + 4 * 900 + 200]);
    const middles = [450, 1350, 2250, 3150].map((y) => picture.colourAt(640, y));
    expect(middles).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [255, 255, 0],
      [255, 0, 255],
    ]);
    expect(picture.colourAt(640, 3740)).toEqual([0, 255, 255]);
    const headerRows = Array.from({ length: picture.height }, (_, y) => y).filter((y) => {
      const [red, green, blue] = picture.colourAt(640, y);
      return red === 0 && green === 0 && blue === 255;
    });
    expect(headerRows).toEqual(Array.from({ length: 40 }, (_, y) => y));
  });

  test("takes the window's size from the request", async () => {
    const picture = readPng((await take("/tall", { fullPage: false, viewport: { width: 333, height: 222 } })).image);
    expect([picture.width, picture.height]).toEqual([333, 222]);
  });

  test("shows a phone's page in the phone's pixels", async () => {
    const picture = readPng((await take("/tall", { fullPage: false }, true)).image);
    expect(picture.width).toBe(Math.ceil(412 * 2.625));
  });

  test("is a JPEG with a quality, and smaller with a lower one", async () => {
    const { image: fine } = await take("/very-tall", { fullPage: false, quality: 95 });
    const { image: coarse } = await take("/very-tall", { fullPage: false, quality: 5 });
    expect(Buffer.from(fine.slice(0, 3)).toString("hex")).toBe("ffd8ff");
    expect(coarse.length).toBeLessThan(fine.length);
  });

  test("a page that is too tall is cut, and says so", async () => {
    const { image, warnings } = await take("/very-tall", { fullPage: true, viewport: { width: 160, height: 3000 } });
    expect(readPng(image).height).toBe(16_384);
    expect(warnings.join()).toMatch(/first 16384/);
  });
});
