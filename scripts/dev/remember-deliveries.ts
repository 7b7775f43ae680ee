import type { Deliveries } from '../publish/deliveries.ts'

/** Notes which webhooks have come in this process: development keeps no ledger of them. */
export function rememberDeliveries(): Deliveries {
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
