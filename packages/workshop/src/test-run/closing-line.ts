import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with the one line that people and CI read, `N passed, N failed`; above it the tests that passed on a second try. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    const secondTries: string[] = [];
    for (const module of modules) {
      // A file that fails before its first test (an import error) has no tests to count.
      if (module.state() === "failed" && module.children.size === 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        count[test.result().state] += 1;
        if (test.diagnostic()?.flaky)
          secondTries.push(`Passed on a second try: ${module.relativeModuleId} > ${test.fullName}\n`);
      }
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    process.on("exit", () =>
      process.stdout.write(`\n${secondTries.join("")}${count.passed} passed, ${count.failed} failed${skipped}\n`),
    );
  }
}
