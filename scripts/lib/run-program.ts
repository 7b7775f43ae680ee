import { ExpectedError } from './expected-error.ts'

/** Stops one part of a program; called in reverse order of starting. */
export type Stop = () => Promise<void>

/**
 * Runs a program until SIGINT or SIGTERM, then stops its parts in reverse order and exits with 0. A second
 * signal exits at once with 1. When the start fails, the started parts are stopped, the error is printed
 * and the process exits with the code of the error.
 */
export async function runProgram(start: (stops: Stop[]) => Promise<void>): Promise<void> {
  const stops: Stop[] = []
  let stopping = false

  async function stopAll(code: number): Promise<never> {
    stopping = true
    let result = code
    for (const stop of stops.toReversed()) {
      await stop().catch((error: unknown) => {
        console.error(explain(error))
        result = 1
      })
    }
    process.exit(result)
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      void stopAll(0)
    })
  }
  try {
    await start(stops)
  } catch (error) {
    if (stopping) return
    console.error(explain(error))
    await stopAll(error instanceof ExpectedError ? error.exitCode : 1)
  }
}

/** Programming errors, printed with a stack; the messages of all other errors are for operators. */
const PROGRAMMING_ERRORS = [TypeError, RangeError, ReferenceError, SyntaxError]

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return PROGRAMMING_ERRORS.some((kind) => error instanceof kind)
    ? (error.stack ?? '')
    : error.message
}
