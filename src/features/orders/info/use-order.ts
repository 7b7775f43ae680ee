import { useCallback, useEffect, useEffectEvent } from 'react'
import { useLoad } from '#features/ui/use-load.ts'
import { requestOrder } from '../request.ts'

/** Loads an order of the member. Refreshes it in the background when the page becomes visible or online. */
export function useOrder(number: string) {
  const request = useCallback((signal: AbortSignal) => requestOrder(number, signal), [number])
  const { state, retry, set } = useLoad(request)

  async function refresh(): Promise<void> {
    const result = await requestOrder(number).catch(() => null)
    if (result?.status === 'ok') set(result.data)
  }

  const wake = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && state.status === 'done') void refresh()
  })
  useEffect(() => {
    const listen = () => wake()
    document.addEventListener('visibilitychange', listen)
    addEventListener('online', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      removeEventListener('online', listen)
    }
  }, [])

  return { state, retry, set, refresh }
}
