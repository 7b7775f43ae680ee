import type { Deliveries } from '../publish/deliveries.ts'

/** Records received webhooks in memory: development has no delivery ledger. */
export function createMemoryDeliveries(): Deliveries {
  const received = new Map<string, number>()
  return {
    add(id, now) {
      const isNew = !received.has(id)
      received.set(id, now)
      return isNew
    },
    get latest() {
      return [...received.values()].at(-1)
    },
    close: () => received.clear(),
  }
}
