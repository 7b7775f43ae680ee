import { useEffect, useState } from 'react'
import { waitAtLeast } from '#stores/loading.ts'

type RequestState<Data> =
  | { status: 'loading' }
  | { status: 'done'; data: Data }
  | { status: 'failed'; error: unknown }

/**
 * Requests the data of a key, or nothing for null. The response for an earlier key is discarded.
 * @param request a stable function
 * @returns the state, and a function that repeats the request
 */
export function useRequest<Data>(
  key: string | null,
  request: (key: string, signal: AbortSignal) => Promise<Data>,
) {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ of: string; state: RequestState<Data> } | null>(null)

  useEffect(() => {
    if (key === null) return undefined
    const controller = new AbortController()
    const settle = (state: RequestState<Data>) => {
      if (!controller.signal.aborted) setResult({ of: `${attempt} ${key}`, state })
    }
    waitAtLeast(request(key, controller.signal)).then(
      (data) => settle({ status: 'done', data }),
      (error: unknown) => settle({ status: 'failed', error }),
    )
    return () => controller.abort()
  }, [key, request, attempt])

  const isCurrent = result?.of === `${attempt} ${key}`
  const state: RequestState<Data> = isCurrent ? result.state : { status: 'loading' }
  return { state, retry: (): void => setAttempt((number) => number + 1) }
}
