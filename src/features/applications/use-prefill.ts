import { useEffect, useEffectEvent } from 'react'
import { callApi } from '#stores/client.ts'
import type { AnyForm } from '#features/forms/use-form.ts'
import type { DraftControl } from './use-draft.ts'

/** Fills empty fields with name, phone and e-mail of the profile. */
export function usePrefill(
  { hook }: Pick<AnyForm, 'hook'>,
  { prefill, isReady }: DraftControl,
  isMember: boolean,
): void {
  const fill = useEffectEvent((values: Record<string, string | null>) => {
    const current = hook.getValues()
    prefill(
      Object.fromEntries(
        Object.entries(values).filter(([name, value]) => value !== null && current[name] === ''),
      ),
    )
  })
  useEffect(() => {
    if (!isMember || !isReady) return undefined
    const controller = new AbortController()
    async function read(): Promise<void> {
      // Loaded for members only; a failure leaves the fields empty.
      const { getProfile } = await import('#api/account.ts')
      const answer = await callApi(getProfile, { signal: controller.signal }).catch(() => null)
      if (controller.signal.aborted || answer?.status !== 'ok') return
      const { nickname, mobile, email } = answer.data
      // The default nickname ends like the phone number: not a name.
      fill({ name: nickname.endsWith(mobile.slice(-4)) ? null : nickname, mobile, email })
    }
    void read()
    return () => controller.abort()
  }, [isMember, isReady])
}
