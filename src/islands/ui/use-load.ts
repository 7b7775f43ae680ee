import { useEffect, useState } from 'react'
import type { Answer } from '#client/create-client.ts'
import { ApiError } from '#client/errors.ts'
import { waitAtLeast } from '#stores/minimum-delay.ts'

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

/**
 * Asks the API once the island runs; an answer that is no longer wanted is dropped.
 * @param ask stays the same function from call to call
 * @returns where that stands, how to ask again, and how to put in what a later call answered
 */
export function useLoad<Data>(ask: (signal: AbortSignal) => Promise<Answer<Data>>) {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ of: number; state: Load<Data> } | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    const settle = (state: Load<Data>) => {
      if (!controller.signal.aborted) setAnswer({ of: attempt, state })
    }
    waitAtLeast(read(ask(controller.signal))).then(settle, (error: unknown) =>
      settle({ status: 'failed', error }),
    )
    return () => controller.abort()
  }, [ask, attempt])

  const state: Load<Data> = answer?.of === attempt ? answer.state : { status: 'loading' }
  return {
    state,
    retry: (): void => setAttempt((number) => number + 1),
    set: (data: Data): void => setAnswer({ of: attempt, state: { status: 'done', data } }),
  }
}
