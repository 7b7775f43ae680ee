import { useSyncExternalStore } from 'react'
import { $session, type VisitorSession } from '#stores/session.ts'

const UNKNOWN: VisitorSession = { status: 'unknown' }

/** The current session; `unknown` during prerendering and hydration. */
export const useSession = (): VisitorSession =>
  useSyncExternalStore(
    (listener) => $session.listen(listener),
    () => $session.get(),
    () => UNKNOWN,
  )
