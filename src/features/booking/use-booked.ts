import { useEffect, useEffectEvent, useState } from 'react'
import { useRestored } from '#features/ui/use-restored.ts'
import { useSession } from '#features/ui/use-session.ts'
import { requestBookedDates } from './booking-request.ts'

/** The ids of the course dates that this member has booked, and a function that adds a new booking. */
export function useBooked(): [readonly number[], (dateId: number) => void] {
  const isMember = useSession().status === 'member'
  const [booked, setBooked] = useState<readonly number[]>([])
  const add = (ids: readonly number[]): void => setBooked((known) => [...known, ...ids])

  function load(): void {
    // Without a response, the sheet of a booked date still links to its order.
    if (isMember) requestBookedDates().then(add, () => undefined)
  }
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (isMember) loadNow()
  }, [isMember])
  useRestored(load)

  return [booked, (dateId) => add([dateId])]
}
