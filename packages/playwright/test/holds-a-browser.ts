/** Run as a process of its own: opens a browser, says its process id, and then waits to be killed. */
import { createEgressGuard, systemClock } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import { playwright } from "@garner/playwright";

const [url = ""] = process.argv.slice(2);
const source = playwright({ guard: createEgressGuard({ allow: ["127.0.0.1"] }), pool: { keepWarmMs: 600_000 } });
await source.capture(captureRequest(url), systemClock.deadline(30_000));
const { browsers } = await source.status();
process.stdout.write(`${browsers[0]?.pid ?? ""}\n`);
