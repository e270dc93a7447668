import type { Delivery, DeliveryLog } from "../ports/delivery-log.ts";

/** Keeps webhook deliveries in this process. The reference for every other delivery log. */
export function memoryDeliveryLog(): DeliveryLog {
  const deliveries = new Map<string, Delivery>();
  const positions = new Map<string, number>();
  return {
    async position(jobId) {
      return positions.get(jobId) ?? 0;
    },
    async advance(jobId, sequence) {
      positions.set(jobId, Math.max(sequence, positions.get(jobId) ?? 0));
    },
    async save(delivery) {
      deliveries.set(delivery.id, delivery);
    },
    async get(id) {
      return deliveries.get(id);
    },
    async list({ team, jobId, status, skip, limit }) {
      const wanted = [...deliveries.values()].filter(
        (delivery) =>
          delivery.team === team &&
          (jobId === undefined || delivery.jobId === jobId) &&
          (status === undefined || delivery.status === status),
      );
      return wanted.toReversed().slice(skip, skip + limit);
    },
    async forget(jobIds) {
      const gone = new Set(jobIds);
      for (const delivery of deliveries.values()) if (gone.has(delivery.jobId)) deliveries.delete(delivery.id);
      for (const jobId of gone) positions.delete(jobId);
    },
  };
}
