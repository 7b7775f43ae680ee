import { useEffect, useState } from 'react'
import { countSeconds } from '#stores/server-clock.ts'

/** Seconds until a local time, counted down to 0; 0 without one. */
export function useSeconds(wait: { until: number; notedAt: number } | null): number {
  const until = wait?.until ?? 0
  const notedAt = wait?.notedAt ?? 0
  const [last, setLast] = useState(() => ({ notedAt, now: Date.now() }))
  // A tick of an earlier wait is older than this one, without the clock having been set back.
  const left = countSeconds({ until, notedAt }, last.notedAt === notedAt ? last.now : notedAt)
  const isOver = left === 0

  useEffect(() => {
    if (until === 0 || isOver) return undefined
    const tick = () => setLast({ notedAt, now: Date.now() })
    const timer = setInterval(tick, 250)
    // Browsers throttle timers in hidden tabs.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [until, notedAt, isOver])
  return left
}
