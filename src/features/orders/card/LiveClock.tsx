import { useEffect, useState } from 'react'
import { formatSeconds } from '#i18n/format.ts'

/** A running clock, which distinguishes a live ticket from a screenshot. */
export function LiveClock() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="live-clock" role="timer">
      <span className="numeral">{formatSeconds(now)}</span>
      <span className="live-sweep" aria-hidden="true" />
    </span>
  )
}
