import { useEffect, useState } from 'react'
import { useSession } from '#features/ui/use-session.ts'
import { requestEligibility } from './booking-request.ts'

/**
 * Whether this member may book a course or buy its packages: always for courses without applications, else
 * after the application has been accepted.
 * @param dateId a date of a course that takes applications; null for other courses
 */
export function useAccepted(dateId: number | null): boolean {
  const isMember = useSession().status === 'member'
  const [isAccepted, setAccepted] = useState(dateId === null)
  useEffect(() => {
    if (dateId === null || !isMember) return
    const abort = new AbortController()
    void requestEligibility(dateId)(abort.signal).then(
      (result) =>
        setAccepted(result.status === 'ok' && result.data.reason !== 'application_needed'),
      // Without a response nothing is offered.
      () => undefined,
    )
    return () => abort.abort()
  }, [dateId, isMember])
  return isAccepted
}
