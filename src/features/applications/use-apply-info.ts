import { useEffect, useEffectEvent, useState } from 'react'
import type { ApplyInfo } from '#api/application.ts'
import type { CallResult } from '#client/create-client.ts'
import { useSession } from '#features/ui/use-session.ts'

/**
 * The application info at build time, replaced by the current info for this visitor. When the API
 * is unreachable the build-time info remains, and the API validates on submission.
 */
export function useApplyInfo(
  printed: ApplyInfo,
  request: (id: number, signal?: AbortSignal) => Promise<CallResult<ApplyInfo>>,
) {
  const { status } = useSession()
  const isMember = status === 'unknown' ? null : status === 'member'
  const [info, setInfo] = useState(printed)
  const [isKnown, setKnown] = useState(false)
  const { id } = printed.subject

  function apply(answer: CallResult<ApplyInfo> | null): void {
    if (answer?.status === 'ok') setInfo(answer.data)
    setKnown(true)
  }
  const requestNow = (signal?: AbortSignal) => request(id, signal).catch(() => null)
  const requestFirst = useEffectEvent(requestNow)
  const applyFirst = useEffectEvent(apply)
  useEffect(() => {
    if (isMember === null) return undefined
    const controller = new AbortController()
    async function read(): Promise<void> {
      const answer = await requestFirst(controller.signal)
      if (!controller.signal.aborted) applyFirst(answer)
    }
    void read()
    return () => controller.abort()
  }, [isMember])

  return {
    info,
    setInfo,
    isMember,
    /** Whether the current state has been requested. */
    isKnown,
    refresh: async () => apply(await requestNow()),
  }
}
