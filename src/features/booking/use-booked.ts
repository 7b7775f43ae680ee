import { useEffect, useEffectEvent, useState } from 'react'
import { createResponseOrder } from '#features/ui/response-order.ts'
import { useRestored } from '#features/ui/use-restored.ts'
import { useSession } from '#features/ui/use-session.ts'
import { requestBookedDates } from './request.ts'

const NONE: readonly number[] = []

/** The ids of the course dates that this member has booked; requested again after each visit to a booking sheet. */
export function useBooked(): readonly number[] {
  const isMember = useSession().status === 'member'
  const [booked, setBooked] = useState(NONE)
  const [order] = useState(createResponseOrder)

  function load(): void {
    const apply = order.begin()
    // Without a response, the sheet of a booked date still links to its order.
    requestBookedDates().then(
      (ids) => ids && apply() && setBooked(ids),
      () => undefined,
    )
  }
  const reload = useEffectEvent(load)
  useEffect(() => {
    if (!isMember) return
    reload()
    const listen = () => reload()
    addEventListener('availabilitychange', listen)
    return () => removeEventListener('availabilitychange', listen)
  }, [isMember])
  useRestored(() => isMember && load())

  return isMember ? booked : NONE
}
