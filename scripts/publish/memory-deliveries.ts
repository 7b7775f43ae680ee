/** Received webhook deliveries, for deduplication across restarts and processes. */
export interface Deliveries {
  /** Records a delivery. @param now epoch ms @returns false if it was received before */
  add(id: string, now: number): Promise<boolean>
  /** Time of the last delivery in epoch ms; undefined when there was none. */
  readLatest(): Promise<number | undefined>
  /** Ids of the deliveries that were received after a time in epoch ms. */
  listSince(time: number): Promise<string[]>
  close(): Promise<void>
}

/** Records deliveries in memory, for development and when the ledger cannot be opened. */
export function createMemoryDeliveries(): Deliveries {
  const received = new Map<string, number>()
  return {
    async add(id, now) {
      const isNew = !received.has(id)
      received.set(id, now)
      return isNew
    },
    readLatest: async () => [...received.values()].at(-1),
    async listSince(time) {
      return [...received].filter(([, receivedAt]) => receivedAt > time).map(([id]) => id)
    },
    close: async () => received.clear(),
  }
}
