import { useEffect, useEffectEvent } from 'react'
import type { Load } from './use-load.ts'

/** Refreshes loaded data when the member returns from another tab or app, and when the network is back. */
export function useRefreshOnReturn<Data>({
  state,
  refresh,
}: {
  state: Load<Data>
  refresh: () => void
}): void {
  const refreshIfShown = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && state.status === 'done') refresh()
  })
  useEffect(() => {
    const listen = () => refreshIfShown()
    document.addEventListener('visibilitychange', listen)
    addEventListener('online', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      removeEventListener('online', listen)
    }
  }, [])
}
