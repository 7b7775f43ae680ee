import { useEffect, useState } from 'react'
import { countSeconds } from '#stores/server-clock.ts'

/** Seconds until a local time, counted down to 0; 0 without one. */
export function useSeconds(wait: { until: number; notedAt: number } | null): number {
  const [now, setNow] = useState(() => Date.now())
  const until = wait?.until ?? 0
  const notedAt = wait?.notedAt ?? 0
  const left = countSeconds({ until, notedAt }, Math.max(now, notedAt))
  const isOver = left === 0

  useEffect(() => {
    if (until === 0 || isOver) return undefined
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, 250)
    // Browsers throttle timers in hidden tabs.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [until, isOver])
  return left
}
