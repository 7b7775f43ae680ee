import { useEffect, useState } from 'react'
import { HOUSE_TIME_ZONE } from '#i18n/format.ts'

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: HOUSE_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** A clock that moves: a picture of a ticket stands still. */
export function LiveClock() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="live-clock" role="timer">
      <span className="numeral">{CLOCK.format(now)}</span>
      <span className="live-sweep" aria-hidden="true" />
    </span>
  )
}
