import { useEffect, useEffectEvent, useState } from 'react'
import type { getActivityApplyInfo } from '#api/activity-application.ts'
import type { ApplyInfo } from '#api/application.ts'
import type { getCourseApplyInfo } from '#api/course-application.ts'
import { useSession } from '#features/ui/use-session.ts'
import { callApi } from '#stores/client.ts'

/**
 * The application info at build time, replaced by the current info for this visitor. If the API is
 * unreachable, the build-time info is kept; the API validates on submission anyway.
 */
export function useApplyInfo(
  initial: ApplyInfo,
  endpoint: typeof getCourseApplyInfo | typeof getActivityApplyInfo,
) {
  const { status } = useSession()
  const isMember = status === 'unknown' ? null : status === 'member'
  const [info, setInfo] = useState(initial)
  const [isKnown, setKnown] = useState(false)
  const { id } = initial.subject

  async function refresh(signal?: AbortSignal): Promise<void> {
    const input = { query: { id: String(id) }, ...(signal && { signal }) }
    const result = await callApi(endpoint, input).catch(() => null)
    if (signal?.aborted) return
    if (result?.status === 'ok') setInfo(result.data)
    setKnown(true)
  }
  const refreshFirst = useEffectEvent(refresh)
  useEffect(() => {
    if (isMember === null) return undefined
    const controller = new AbortController()
    const read = async () => refreshFirst(controller.signal)
    void read()
    return () => controller.abort()
  }, [isMember])

  return {
    info,
    setInfo,
    isMember,
    /** Whether the request for the current info has ended. */
    isKnown,
    refresh,
  }
}
