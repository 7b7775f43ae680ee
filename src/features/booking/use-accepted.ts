import { useEffect, useState } from 'react'
import { useSession } from '#features/ui/use-session.ts'
import { findAcceptance } from './request.ts'

/**
 * Whether this member may book a course or buy its packages: always for courses without applications, else
 * after the application has been accepted.
 * @param dateIds the dates of a course that takes applications; null for other courses
 */
export function useAccepted(dateIds: readonly number[] | null): boolean {
  const isMember = useSession().status === 'member'
  const [isAccepted, setAccepted] = useState(false)
  useEffect(() => {
    if (dateIds === null || !isMember) return
    const abort = new AbortController()
    void findAcceptance(dateIds, abort.signal).then(
      (isFound) => abort.signal.aborted || setAccepted(isFound),
    )
    return () => abort.abort()
  }, [dateIds, isMember])
  return dateIds === null || (isMember && isAccepted)
}
