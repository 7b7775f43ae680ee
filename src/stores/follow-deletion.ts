import { SYNC_PREFIX } from './drafts.ts'

/** Calls a function when another tab deletes all drafts. */
export function followDeletion(onDeleted: () => void, signal: AbortSignal): void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SYNC_PREFIX && newValue !== null) onDeleted()
  }
  addEventListener('storage', onStorage, { signal })
}
