import { useEffect, useState } from 'react'
import { useSession } from '#features/ui/use-session.ts'
import { requestBookedDates } from './booking-request.ts'

/** The ids of the course dates that this member has booked, and a function that adds a new booking. */
export function useBooked(): [readonly number[], (dateId: number) => void] {
  const isMember = useSession().status === 'member'
  const [booked, setBooked] = useState<readonly number[]>([])
  useEffect(() => {
    if (!isMember) return
    const abort = new AbortController()
    requestBookedDates(abort.signal).then(
      (ids) => setBooked((known) => [...known, ...ids]),
      // The sheet of a booked date links to its order.
      () => undefined,
    )
    return () => abort.abort()
  }, [isMember])
  return [booked, (dateId) => setBooked((known) => [...known, dateId])]
}
