import { useCallback, useEffect, useEffectEvent } from 'react'
import { useLoad } from '#features/ui/use-load.ts'
import { requestOrder } from '../request.ts'

/** One own order; asked for again, without a flicker, when somebody comes back to the page. */
export function useOrder(number: string) {
  const request = useCallback((signal: AbortSignal) => requestOrder(number, signal), [number])
  const { state, retry, set } = useLoad(request)

  async function refresh(): Promise<void> {
    const answer = await requestOrder(number).catch(() => null)
    if (answer?.status === 'ok') set(answer.data)
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
