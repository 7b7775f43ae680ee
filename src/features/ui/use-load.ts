import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { CallResult } from '#client/create-client.ts'
import { ApiError, isMissingEndpoint, RefusalError, TimeoutError } from '#client/errors.ts'
import { waitAtLeast } from '#stores/loading.ts'
import { createResponseOrder } from './response-order.ts'
import { useRestored } from './use-restored.ts'
import { waitForNetwork } from './wait-for-network.ts'

/** The state of a request. `unauthorized`: the session has ended, which `MemberGate` shows. */
export type Load<Data> =
  | { status: 'loading' }
  | { status: 'done'; data: Data }
  | { status: 'failed'; error: unknown }
  | { status: 'unauthorized' }

/** Whether the API lacks the endpoint; pages then omit what needs it. */
export const isEndpointMissing = (state: Load<unknown>): boolean =>
  state.status === 'failed' && isMissingEndpoint(state.error)

async function toLoad<Data>(call: Promise<CallResult<Data>>): Promise<Load<Data>> {
  const result = await call
  if (result.status === 'ok') return { status: 'done', data: result.data }
  if (result.status === 'unauthorized') return result
  return { status: 'failed', error: new RefusalError(result.code, result.msg) }
}

/**
 * Whether a request failed on the network, so that it can be retried automatically; also false for a response
 * that does not follow the contract.
 */
export const isNetworkFailure = (error: unknown): boolean =>
  ![ApiError, TimeoutError, v.ValiError].some((type) => error instanceof type)

/**
 * Requests data once the island has hydrated. A network failure is retried when the network may be back. A page
 * from the back/forward cache requests its data again, unless the API lacks the endpoint.
 * @param request a stable function; may be called any number of times, on a refresh with the shown data
 * @returns the state, a retry, a refresh, and functions that set or change the data after a later call
 */
export function useLoad<Data>(
  request: (signal: AbortSignal, shown?: Data) => Promise<CallResult<Data>>,
) {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ of: number; state: Load<Data> } | null>(null)
  const [responses] = useState(() => createResponseOrder())

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let cancelRetry = () => {}
    const settle = (state: Load<Data>) => setResult({ of: attempt, state })
    const attemptRequest = async (tries: number): Promise<void> => {
      try {
        const state = await waitAtLeast(toLoad(request(signal)))
        if (!signal.aborted) settle(state)
      } catch (error) {
        if (signal.aborted) return
        settle({ status: 'failed', error })
        if (isNetworkFailure(error))
          cancelRetry = waitForNetwork(tries, () => void attemptRequest(tries + 1))
      }
    }
    void attemptRequest(0)
    return () => {
      controller.abort()
      cancelRetry()
    }
  }, [request, attempt])

  const state: Load<Data> = result?.of === attempt ? result.state : { status: 'loading' }
  const replace = (change: (latest: Data) => Data): void =>
    setResult((now) =>
      now?.state.status === 'done'
        ? { ...now, state: { status: 'done', data: change(now.state.data) } }
        : now,
    )

  function update(change: (latest: Data) => Data): void {
    responses.discardRunning()
    replace(change)
  }

  function retry(): void {
    // Its data is newer than that of a pending refresh.
    responses.discardRunning()
    setAttempt((number) => number + 1)
  }

  /** Requests the data again. The shown data is kept until the response, and if the request fails. */
  async function requestAgain(): Promise<void> {
    if (state.status !== 'done') return retry()
    const isNewest = responses.begin()
    const { signal } = new AbortController()
    const next = await toLoad(request(signal, state.data)).catch(() => null)
    if (next?.status !== 'done') return
    if (isNewest()) replace(() => next.data)
    // The response may be older than a change of the data.
    else refresh()
  }
  const refresh = (): void => void requestAgain()
  useRestored(() => {
    if (!isEndpointMissing(state)) refresh()
  })

  return { state, retry, refresh, set: (data: Data): void => update(() => data), update }
}
