import { describe } from "vitest";
import type { Setup } from "./examined.ts";
import { testAppending } from "./job-store/appending.ts";
import { jobExam, type Jobs } from "./job-store/exam.ts";
import { testFrontier } from "./job-store/frontier.ts";
import { testHolding } from "./job-store/holding.ts";
import { testOngoing } from "./job-store/ongoing.ts";
import { testPausing } from "./job-store/pausing.ts";
import { testReading } from "./job-store/reading.ts";
import { testRedirects } from "./job-store/redirects.ts";
import { testSharing } from "./job-store/sharing.ts";
import { testSteps } from "./job-store/steps.ts";
import { testWindow } from "./job-store/window.ts";

/** The settings of {@link testJobStore}. */
export interface JobStoreSuite {
  /** Makes an empty store. */
  readonly setup: Setup<Jobs>;
}

/** The exam of every job store. Call it inside `describe`. */
export function testJobStore({ setup }: JobStoreSuite): void {
  const exam = jobExam(setup);
  describe("the window", () => testWindow(exam));
  describe("steps are idempotent and whole", () => testSteps(exam));
  describe("the frontier", () => testFrontier(exam));
  describe("redirects", () => testRedirects(exam));
  describe("pausing", () => testPausing(exam));
  describe("holding", () => testHolding(exam));
  describe("a visit that goes on", () => testOngoing(exam));
  describe("appending", () => testAppending(exam));
  describe("reading", () => testReading(exam));
  describe("another process", () => testSharing(exam));
}
