import { monthOf, type Ledger } from "@garner/core";
import { digest, type Database } from "./database/database.ts";

/** Credits in two tables: the charged ids of this month and the one before, and the sums by month and key. */
export function ledger(database: Database): Ledger {
  let newestMonth = "";

  /** Charges are not repeated after so long a time. */
  function forgetBefore({ startDate }: { readonly startDate: string }): void {
    if (startDate <= newestMonth) return;
    newestMonth = startDate;
    database.run("DELETE FROM charges WHERE month < ?", monthOf(Date.parse(startDate) - 1).startDate);
  }

  return {
    async charge({ id, team, apiKey, credits, at }) {
      await database.write(() => {
        const month = monthOf(at);
        forgetBefore(month);
        const sql = "INSERT INTO charges (id_digest, month) VALUES (?, ?) ON CONFLICT DO NOTHING";
        if (database.run(sql, digest(id), month.startDate) === 0) return;
        database.run(
          `INSERT INTO usage (team, start_date, api_key, credits) VALUES (?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET credits = credits + excluded.credits`,
          ...[team, month.startDate, apiKey, credits],
        );
      });
    },
    async usage({ team, byApiKey }) {
      const sql = `SELECT start_date, api_key, sum(credits) AS credits FROM usage WHERE team = ?
        GROUP BY start_date ${byApiKey ? ", api_key" : ""} ORDER BY start_date, api_key`;
      const rows = await database.read(() =>
        database.all<{ start_date: string; api_key: string; credits: number }>(sql, team),
      );
      return rows.map(({ start_date, api_key, credits }) => ({
        ...monthOf(Date.parse(start_date)),
        ...(byApiKey ? { apiKey: api_key } : {}),
        totalCredits: credits,
      }));
    },
  };
}
