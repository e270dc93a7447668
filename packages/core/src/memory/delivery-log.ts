import type { Delivery, DeliveryLog } from "../ports/delivery-log.ts";

/** Keeps webhook deliveries in this process. The reference for every other delivery log. */
export function memoryDeliveryLog(): DeliveryLog {
  const deliveries = new Map<string, Delivery>();
  /** The ids of a job's deliveries, oldest first. */
  const idsByJob = new Map<string, Set<string>>();
  const positions = new Map<string, number>();

  function* newestFirst(jobId: string | undefined): Iterable<Delivery> {
    const ids = jobId === undefined ? deliveries.keys() : (idsByJob.get(jobId) ?? []);
    for (const id of [...ids].toReversed()) {
      const delivery = deliveries.get(id);
      if (delivery !== undefined) yield delivery;
    }
  }

  return {
    async position(jobId) {
      return positions.get(jobId) ?? 0;
    },
    async advance(jobId, sequence) {
      positions.set(jobId, Math.max(sequence, positions.get(jobId) ?? 0));
    },
    async save(delivery) {
      const { id, jobId } = delivery;
      deliveries.set(id, delivery);
      idsByJob.set(jobId, (idsByJob.get(jobId) ?? new Set()).add(id));
    },
    async get(id) {
      return deliveries.get(id);
    },
    async list({ team, jobId, status, skip, limit }) {
      const found: Delivery[] = [];
      for (const delivery of newestFirst(jobId)) {
        if (found.length === skip + limit) break;
        if (delivery.team === team && (status === undefined || delivery.status === status)) found.push(delivery);
      }
      return found.slice(skip);
    },
    async forget(jobIds) {
      for (const jobId of jobIds) {
        for (const id of idsByJob.get(jobId) ?? []) deliveries.delete(id);
        idsByJob.delete(jobId);
        positions.delete(jobId);
      }
    },
  };
}
