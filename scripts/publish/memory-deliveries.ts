import type { Deliveries } from './deliveries.ts'

/** Records received webhooks in memory: in development, and where no ledger can be opened. */
export function createMemoryDeliveries(): Deliveries {
  const received = new Map<string, number>()
  return {
    async add(id, now) {
      const isNew = !received.has(id)
      received.set(id, now)
      return isNew
    },
    readLatest: async () => [...received.values()].at(-1),
    close: async () => received.clear(),
  }
}
