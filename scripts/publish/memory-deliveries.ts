/** What a webhook reports: an edit of content, or scheduled changes that became due. */
export type DeliveryCause = 'content' | 'clock'

export interface Delivery {
  id: string
  cause: DeliveryCause
}

/** Received webhook deliveries, for deduplication across restarts and processes. */
export interface Deliveries {
  /** Records a delivery. @param now epoch ms @returns false if it was received before */
  add(delivery: Delivery, now: number): Promise<boolean>
  /** Time of the last delivery in epoch ms; undefined when there was none. */
  readLatest(): Promise<number | undefined>
  /** The deliveries that were received after a time in epoch ms. */
  listSince(time: number): Promise<Delivery[]>
  close(): Promise<void>
}

/** Records deliveries in memory, for development and when the ledger cannot be opened. */
export function createMemoryDeliveries(): Deliveries {
  const received = new Map<string, Delivery & { receivedAt: number }>()
  return {
    async add(delivery, now) {
      const isNew = !received.has(delivery.id)
      received.set(delivery.id, { ...delivery, receivedAt: now })
      return isNew
    },
    readLatest: async () => [...received.values()].at(-1)?.receivedAt,
    async listSince(time) {
      return [...received.values()].filter(({ receivedAt }) => receivedAt > time)
    },
    close: async () => received.clear(),
  }
}
