import type { IslandTexts } from '#i18n/island-areas.ts'
import { useRef, useState, type ReactNode } from 'react'
import { findBusinessKey } from '#api/codes.ts'
import type { CallResult } from '#client/create-client.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'

const IdentityDialog = lazyWithRetry(() =>
  import('./IdentityDialog.tsx').then((module) => module.IdentityDialog),
)

export type WithIdentity = ReturnType<typeof useIdentity>['withIdentity']

/**
 * For calls that require a recently verified phone (500207). `withIdentity` makes the call; if the call is
 * refused for that reason, it verifies the phone in a dialog and repeats the call.
 */
export function useIdentity(mobile: string, t: IslandTexts<'code'>) {
  const [isAsking, setAsking] = useState(false)
  const settle = useRef<(confirmed: boolean) => void>(() => {})

  function finish(confirmed: boolean): void {
    setAsking(false)
    settle.current(confirmed)
  }

  async function withIdentity<Data>(
    call: () => Promise<CallResult<Data>>,
  ): Promise<CallResult<Data>> {
    const result = await call()
    const isStale =
      result.status === 'refused' && findBusinessKey(result.code) === 'confirm_identity'
    if (!isStale) return result
    const { promise, resolve } = Promise.withResolvers<boolean>()
    // A second refused call replaces the first, which stays refused.
    settle.current(false)
    settle.current = resolve
    setAsking(true)
    return (await promise) ? call() : result
  }

  const dialog: ReactNode = isAsking && (
    <IdentityDialog
      mobile={mobile}
      t={t}
      onConfirmed={() => finish(true)}
      onClose={() => finish(false)}
    />
  )
  return { withIdentity, dialog }
}
