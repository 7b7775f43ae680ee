import { useEffect, useState } from 'react'
import { waitAtLeast } from '#stores/minimum-delay.ts'

export type Loading<Data> =
  { status: 'loading' } | { status: 'done'; data: Data } | { status: 'failed'; error: unknown }

/**
 * Asks a key, none for null; an answer that is no longer wanted is dropped.
 * @param request stays the same function from call to call
 * @returns where that stands, and how to request again
 */
export function useRequest<Data>(
  key: string | null,
  request: (key: string, signal: AbortSignal) => Promise<Data>,
): [Loading<Data>, () => void] {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ of: string; state: Loading<Data> } | null>(null)

  useEffect(() => {
    if (key === null) return undefined
    const controller = new AbortController()
    const settle = (state: Loading<Data>) => {
      if (!controller.signal.aborted) setAnswer({ of: `${attempt} ${key}`, state })
    }
    waitAtLeast(request(key, controller.signal)).then(
      (data) => settle({ status: 'done', data }),
      (error: unknown) => settle({ status: 'failed', error }),
    )
    return () => controller.abort()
  }, [key, request, attempt])

  const isCurrent = answer?.of === `${attempt} ${key}`
  return [
    isCurrent ? answer.state : { status: 'loading' },
    () => setAttempt((number) => number + 1),
  ]
}
