import { useSyncExternalStore } from 'react'
import { $session, type Session } from '#stores/session.ts'

const UNKNOWN: Session = { status: 'unknown' }

/** Who is here; unknown while the page is printed and before the island runs. */
export const useSession = (): Session =>
  useSyncExternalStore(
    (listener) => $session.listen(listener),
    () => $session.get(),
    () => UNKNOWN,
  )
