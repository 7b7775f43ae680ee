import { useEffect, useState } from 'react'
import { useSession } from '#features/ui/use-session.ts'
import { requestEligibility } from './booking-request.ts'

/**
 * Whether this member may book and buy a course: true without applications, else once the application is
 * accepted.
 * @param dateId a date of a course that takes applications; null for other courses
 */
export function useAccepted(dateId: number | null): boolean {
  const isMember = useSession().status === 'member'
  const [isAccepted, setAccepted] = useState(dateId === null)
  useEffect(() => {
    if (dateId === null || !isMember) return
    const abort = new AbortController()
    void requestEligibility(dateId)(abort.signal).then(
      (answer) =>
        setAccepted(answer.status === 'ok' && answer.data.reason !== 'application_needed'),
      // Without an answer nothing is offered.
      () => undefined,
    )
    return () => abort.abort()
  }, [dateId, isMember])
  return isAccepted
}
