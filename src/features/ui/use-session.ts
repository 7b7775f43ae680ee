import { useSyncExternalStore } from 'react'
import { $session, type VisitorSession } from '#stores/session.ts'

const UNKNOWN: VisitorSession = { status: 'unknown' }

/** Who is here; unknown while the page is printed and before the island runs. */
export const useSession = (): VisitorSession =>
  useSyncExternalStore(
    (listener) => $session.listen(listener),
    () => $session.get(),
    () => UNKNOWN,
  )
