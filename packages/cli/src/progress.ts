import type { JobProgress } from "@garner/core";
import type { Terminal } from "./terminal.ts";

const width = 24;

/** A line with a job's progress on a terminal; nothing elsewhere. */
export interface ProgressLine {
  show(progress: Pick<JobProgress, "completed" | "failed" | "total">, now: string): void;
  /** Writes something that stays above the line. */
  note(line: string): void;
  /** Takes the line away. */
  clear(): void;
}

/** Makes one; `now` reads milliseconds of a clock that never goes back. */
export function progressLine(terminal: Terminal, now: () => number = () => performance.now()): ProgressLine {
  const startedAt = now();
  let line = "";
  const write = (next: string) => {
    if (!terminal.showsProgress) return;
    terminal.tell(`\r\u001b[2K${next}`);
    line = next;
  };
  return {
    show({ completed, failed, total }, url) {
      const done = completed + failed;
      const known = Math.max(done, total + failed, 1);
      const filled = Math.round((done / known) * width);
      const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
      const rate = (done / Math.max(0.001, (now() - startedAt) / 1000)).toFixed(1);
      const failures = failed === 0 ? "" : `  ${terminal.styled("red", `${failed} failed`)}`;
      write(`${bar} ${done}/${known} pages  ${rate}/s  ${known - done} waiting${failures}  ${shortened(url)}`);
    },
    note(text) {
      const kept = line;
      write("");
      terminal.tell(`${text}\n`);
      if (kept !== "") write(kept);
    },
    clear: () => write(""),
  };
}

function shortened(url: string): string {
  return url.length <= 48 ? url : `…${url.slice(-47)}`;
}
