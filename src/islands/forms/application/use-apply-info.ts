import { useEffect, useEffectEvent, useState } from 'react'
import type { ApplyInfo } from '#api/application.ts'
import type { Answer } from '#client/create-client.ts'
import { useSession } from '#islands/ui/use-session.ts'

/**
 * What the form needs, as the page was printed, then as it is now and for this visitor. Where the API
 * is away the printed state stays: sending will tell.
 */
export function useApplyInfo(
  printed: ApplyInfo,
  ask: (id: number, signal?: AbortSignal) => Promise<Answer<ApplyInfo>>,
) {
  const { status } = useSession()
  const isMember = status === 'unknown' ? null : status === 'member'
  const [info, setInfo] = useState(printed)
  const [isKnown, setKnown] = useState(false)
  const { id } = printed.subject

  function take(answer: Answer<ApplyInfo> | null): void {
    if (answer?.status === 'ok') setInfo(answer.data)
    setKnown(true)
  }
  const askNow = (signal?: AbortSignal) => ask(id, signal).catch(() => null)
  const askFirst = useEffectEvent(askNow)
  const takeFirst = useEffectEvent(take)
  useEffect(() => {
    if (isMember === null) return undefined
    const controller = new AbortController()
    async function read(): Promise<void> {
      const answer = await askFirst(controller.signal)
      if (!controller.signal.aborted) takeFirst(answer)
    }
    void read()
    return () => controller.abort()
  }, [isMember])

  return {
    info,
    setInfo,
    isMember,
    /** Whether the state is that of now. */
    isKnown,
    askAgain: async () => take(await askNow()),
  }
}
