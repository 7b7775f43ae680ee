/** Received webhook deliveries, for deduplication across restarts and processes. */
export interface Deliveries {
  /** Records a delivery; false when it was received before. @param now epoch ms */
  add(id: string, now: number): Promise<boolean>
  /** When the last delivery was received, in epoch ms; undefined when there was none. */
  readLatest(): Promise<number | undefined>
  close(): Promise<void>
}

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
