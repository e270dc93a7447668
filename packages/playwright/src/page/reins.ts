import type { CDPSession } from "playwright-core";
import type { Clock } from "@garner/core";
import type { Departures } from "./departures.ts";

/** Power over a page, whatever it is doing. */
export interface Reins {
  /** Resolves with a page's answer. If there is none, ends the script or request that blocks the page. */
  patiently<T>(answer: Promise<T>): Promise<T>;
  /** Ends the script that runs now. */
  endScript(): void;
  /** Ends the script that runs now, and lets no other begin, not even in the next document. */
  stopScripts(): void;
  /** Gives up all that is being loaded now. */
  stopLoading(): void;
  /** From now on no script of the page runs, and nothing more is loaded. For reading its final state. */
  hold(): void;
}

/** The means to hold a page. */
export interface ReinsOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly departures: Departures;
  /** Ends all connections of the page, for good. */
  readonly hangUp: () => void;
}

/** A page that is silent for so long is caught in a script or a request of its own. */
const longestSilenceMs = 4_000;

/** The longest the next document may be on its way while the page is wanted. */
const longestNavigationMs = 8_000;

/** The number of times a page may keep us waiting with a script of its own before it loses its scripts. */
const maxEndedScripts = 1;

/** Takes the reins of the page that a session belongs to. */
export function takeReins(session: CDPSession, { clock, signal, departures, hangUp }: ReinsOptions): Reins {
  let endedScripts = 0;

  function tell(...commands: readonly Promise<unknown>[]): void {
    for (const command of commands) command.catch(() => undefined); // a page that is gone does nothing more
  }

  const disableScripts = () => session.send("Emulation.setScriptExecutionDisabled", { value: true });

  /** If nothing runs, the next script is ended; this supplies one. */
  function endScript(): void {
    tell(session.send("Runtime.terminateExecution"), session.send("Runtime.evaluate", { expression: "0" }));
  }

  function stopScripts(): void {
    tell(disableScripts());
    endScript();
  }

  const stopLoading = () => tell(session.send("Page.stopLoading"));

  async function free(answered: AbortSignal): Promise<void> {
    for (let silences = 0; ;) {
      await clock.sleep(longestSilenceMs, answered);
      const underWayForMs = departures.underWayForMs();
      if (underWayForMs !== undefined) {
        if (underWayForMs >= longestNavigationMs) departures.stay();
        continue;
      }
      silences += 1;
      if (silences > 1) return hangUp();
      endedScripts += 1;
      if (endedScripts > maxEndedScripts) stopScripts();
      else endScript();
    }
  }

  return {
    endScript,
    stopScripts,
    stopLoading,
    async patiently(answer) {
      const answered = new AbortController();
      free(AbortSignal.any([signal, answered.signal])).catch(() => undefined); // the page answered, or is gone
      try {
        return await answer;
      } finally {
        answered.abort();
      }
    },
    hold() {
      departures.stay();
      tell(disableScripts());
      stopLoading();
    },
  };
}
