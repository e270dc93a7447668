import type { Delivery, DeliveryLog } from "@garner/core";
import { fromJson, type Database } from "./database/database.ts";

interface DeliveryRow {
  readonly delivery: string;
}

/** Webhook deliveries in a table. */
export function deliveryLog(database: Database): DeliveryLog {
  return {
    async position(jobId) {
      const sql = "SELECT position FROM outboxes WHERE job_id = ?";
      const row = await database.read(() => database.first<{ position: number }>(sql, jobId));
      return row?.position ?? 0;
    },
    async advance(jobId, sequence) {
      const sql = `INSERT INTO outboxes (job_id, position) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET position = max(position, excluded.position)`;
      await database.write(() => database.run(sql, jobId, sequence));
    },
    async save(delivery) {
      const { id, jobId, team, status } = delivery;
      const sql = `INSERT INTO deliveries (id, job_id, team, status, delivery) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, delivery = excluded.delivery`;
      await database.write(() => database.run(sql, id, jobId, team, status, JSON.stringify(delivery)));
    },
    async get(id) {
      const sql = "SELECT delivery FROM deliveries WHERE id = ?";
      const row = await database.read(() => database.first<DeliveryRow>(sql, id));
      return row && toDelivery(row);
    },
    async list({ team, jobId, status, skip, limit }) {
      const filters = [
        "team = ?",
        ...(jobId === undefined ? [] : ["job_id = ?"]),
        ...(status === undefined ? [] : ["status = ?"]),
      ];
      const values = [team, jobId, status].filter((value) => value !== undefined);
      const sql = `SELECT delivery FROM deliveries WHERE ${filters.join(" AND ")} ORDER BY number DESC LIMIT ? OFFSET ?`;
      const rows = await database.read(() => database.all<DeliveryRow>(sql, ...values, limit, skip));
      return rows.map(toDelivery);
    },
    async forget(jobIds) {
      await database.write(() => {
        for (const jobId of jobIds) {
          database.run("DELETE FROM deliveries WHERE job_id = ?", jobId);
          database.run("DELETE FROM outboxes WHERE job_id = ?", jobId);
        }
      });
    },
  };
}

function toDelivery({ delivery }: DeliveryRow): Delivery {
  return fromJson<Delivery>(delivery);
}
