import { useEffect, useEffectEvent } from 'react'
import { callApi } from '#stores/client.ts'
import type { AnyForm } from '#features/forms/use-form.ts'
import type { DraftControl } from './use-draft.ts'

/** Prefills empty fields with name, phone and e-mail address of the profile. */
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
      const { getProfile } = await import('#api/profile.ts')
      const result = await callApi(getProfile, { signal: controller.signal }).catch(() => null)
      if (controller.signal.aborted || result?.status !== 'ok') return
      const { nickname, mobile, email } = result.data
      // The default nickname ends with the last digits of the phone number and is not a name.
      fill({ name: nickname.endsWith(mobile.slice(-4)) ? null : nickname, mobile, email })
    }
    void read()
    return () => controller.abort()
  }, [isMember, isReady])
}
