import { useEffect, useState } from 'react'
import type { Answer } from '#client/create-client.ts'
import { ApiError, TimeoutError } from '#client/errors.ts'
import { waitAtLeast } from '#stores/minimum-delay.ts'
import { waitForNetwork } from './wait-for-network.ts'

/** Where asking stands. `unauthorized`: the session is over, and the page says so elsewhere. */
export type Load<Data> =
  | { status: 'loading' }
  | { status: 'done'; data: Data }
  | { status: 'failed'; error: unknown }
  | { status: 'unauthorized' }

async function read<Data>(answer: Promise<Answer<Data>>): Promise<Load<Data>> {
  const given = await answer
  if (given.status === 'ok') return { status: 'done', data: given.data }
  if (given.status === 'unauthorized') return given
  return { status: 'failed', error: new ApiError(given.code, given.msg) }
}

/** Whether a question did not get through, so that it is worth asking again by itself. */
const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError || error instanceof TimeoutError)

/**
 * Asks the API once the island runs; an answer that is no longer wanted is dropped. Without a network
 * that is a failure like others, but the question is asked again when the network may be back.
 * @param ask stays the same function from call to call, and may be asked any number of times
 * @returns where that stands, how to ask again, and how to put in what a later call answered
 */
export function useLoad<Data>(ask: (signal: AbortSignal) => Promise<Answer<Data>>) {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ of: number; state: Load<Data> } | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let forget = () => {}
    const settle = (state: Load<Data>) => setAnswer({ of: attempt, state })
    const question = async (tries: number): Promise<void> => {
      try {
        const state = await waitAtLeast(read(ask(signal)))
        if (!signal.aborted) settle(state)
      } catch (error) {
        if (signal.aborted) return
        settle({ status: 'failed', error })
        if (isLost(error)) forget = waitForNetwork(tries, () => void question(tries + 1))
      }
    }
    void question(0)
    return () => {
      controller.abort()
      forget()
    }
  }, [ask, attempt])

  const state: Load<Data> = answer?.of === attempt ? answer.state : { status: 'loading' }
  return {
    state,
    retry: (): void => setAttempt((number) => number + 1),
    set: (data: Data): void => setAnswer({ of: attempt, state: { status: 'done', data } }),
  }
}
