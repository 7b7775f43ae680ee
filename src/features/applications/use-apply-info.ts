import { useEffect, useEffectEvent, useState } from 'react'
import type { ApplyInfo } from '#api/application.ts'
import type { CallResult } from '#client/create-client.ts'
import { useSession } from '#features/ui/use-session.ts'

/**
 * The application info at build time, replaced by the current info for this visitor. If the API is
 * unreachable, the build-time info is kept; the API validates on submission anyway.
 */
export function useApplyInfo(
  initial: ApplyInfo,
  request: (id: number, signal?: AbortSignal) => Promise<CallResult<ApplyInfo>>,
) {
  const { status } = useSession()
  const isMember = status === 'unknown' ? null : status === 'member'
  const [info, setInfo] = useState(initial)
  const [isKnown, setKnown] = useState(false)
  const { id } = initial.subject

  function apply(result: CallResult<ApplyInfo> | null): void {
    if (result?.status === 'ok') setInfo(result.data)
    setKnown(true)
  }
  const requestNow = (signal?: AbortSignal) => request(id, signal).catch(() => null)
  const requestFirst = useEffectEvent(requestNow)
  const applyFirst = useEffectEvent(apply)
  useEffect(() => {
    if (isMember === null) return undefined
    const controller = new AbortController()
    async function read(): Promise<void> {
      const result = await requestFirst(controller.signal)
      if (!controller.signal.aborted) applyFirst(result)
    }
    void read()
    return () => controller.abort()
  }, [isMember])

  return {
    info,
    setInfo,
    isMember,
    /** Whether the request for the current info has ended. */
    isKnown,
    refresh: async () => apply(await requestNow()),
  }
}
