import { useEffect, useEffectEvent } from 'react'
import { callApi } from '#stores/client.ts'
import type { AnyForm } from '../use-form.ts'
import type { DraftControl } from './use-draft.ts'

/** Puts name, phone and e-mail of the profile into fields that are empty. */
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
      // Loaded for members only. Without a profile the fields are typed.
      const { getProfile } = await import('#api/account.ts')
      const answer = await callApi(getProfile, { signal: controller.signal }).catch(() => null)
      if (controller.signal.aborted || answer?.status !== 'ok') return
      const { nickname, mobile, email } = answer.data
      // A nickname that nobody chose is no name: the end of the phone number.
      fill({ name: /\p{L}/u.test(nickname) ? nickname : null, mobile, email })
    }
    void read()
    return () => controller.abort()
  }, [isMember, isReady])
}
