import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { CallResult } from '#client/create-client.ts'
import { ApiError, RefusalError, TimeoutError } from '#client/errors.ts'
import { waitAtLeast } from '#stores/loading.ts'
import { waitForNetwork } from './wait-for-network.ts'

/** The state of a request. `unauthorized`: the session has ended, which `MemberGate` shows. */
export type Load<Data> =
  | { status: 'loading' }
  | { status: 'done'; data: Data }
  | { status: 'failed'; error: unknown }
  | { status: 'unauthorized' }

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
 * Requests data once the island has hydrated. A network failure is retried when the network may be back.
 * @param request a stable function; may be called any number of times
 * @returns the state, a retry, and functions that set or change the data after a later call
 */
export function useLoad<Data>(request: (signal: AbortSignal) => Promise<CallResult<Data>>) {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<{ of: number; state: Load<Data> } | null>(null)

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
  return {
    state,
    retry: (): void => setAttempt((number) => number + 1),
    set: (data: Data): void => setResult({ of: attempt, state: { status: 'done', data } }),
    update: (change: (latest: Data) => Data): void =>
      setResult((now) =>
        now?.state.status === 'done'
          ? { ...now, state: { status: 'done', data: change(now.state.data) } }
          : now,
      ),
  }
}
