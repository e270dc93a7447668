import type { JobProgress } from "@garner/core";
import type { Terminal } from "./terminal.ts";

const maxBarWidth = 24;
const minBarWidth = 4;
const maxUrlWidth = 48;
const minUrlWidth = 12;

/** A line with a job's progress on a terminal; nothing elsewhere. */
export interface ProgressLine {
  show(progress: Pick<JobProgress, "completed" | "failed" | "total">, now: string): void;
  /** Writes something that stays above the line. */
  note(line: string): void;
  /** Takes the line away until it is shown again. */
  clear(): void;
  /** Takes it away for good: news of the job may still be on its way when a command says its last words. */
  end(): void;
}

/** Makes one; `now` reads milliseconds of a clock that never goes back. */
export function progressLine(terminal: Terminal, now: () => number = () => performance.now()): ProgressLine {
  const startedAt = now();
  let line = "";
  let hasEnded = false;
  const write = (next: string) => {
    if (!terminal.showsProgress || hasEnded) return;
    terminal.tell(`\r\u001b[2K${next}`);
    line = next;
  };
  return {
    show({ completed, failed, total }, url) {
      const done = completed + failed;
      const known = Math.max(done, total + failed, 1);
      const rate = (done / Math.max(0.001, (now() - startedAt) / 1000)).toFixed(1);
      // A line that is longer than the screen can't be taken away: only its last row would go. The last column stays
      // free, because some terminals go on to the next row when it is written.
      const columns = terminal.columns() - 1;
      const counts = `${done}/${known} pages  ${rate}/s  ${known - done} waiting`.slice(0, columns);
      const failures = fitting(`  ${failed} failed`, failed > 0 ? columns - counts.length : 0);
      const left = columns - counts.length - failures.length;
      const bar = barOf(done / known, Math.min(maxBarWidth, left - 1));
      const place = shortened(url, Math.min(maxUrlWidth, left - bar.length - 2));
      write(`${bar}${counts}${failures === "" ? "" : terminal.styled("red", failures)}${place}`);
    },
    note(text) {
      const kept = line;
      write("");
      terminal.tell(`${text}\n`);
      if (kept !== "") write(kept);
    },
    clear: () => write(""),
    end() {
      write("");
      hasEnded = true;
    },
  };
}

const fitting = (text: string, width: number): string => (text.length <= width ? text : "");

function barOf(share: number, width: number): string {
  if (width < minBarWidth) return "";
  const filled = Math.round(share * width);
  return `${"█".repeat(filled)}${"░".repeat(width - filled)} `;
}

function shortened(url: string, width: number): string {
  if (url === "" || width < minUrlWidth) return "";
  return `  ${url.length <= width ? url : `…${url.slice(1 - width)}`}`;
}
