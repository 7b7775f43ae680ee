/** Stops one part of a program; called in reverse order of starting. */
export type Stop = () => Promise<void>

/**
 * Runs a program to its stop: starts it, then on SIGINT or SIGTERM stops its parts, the last started
 * first, and exits with 0. A second signal exits at once with 1, for whoever cannot wait.
 * A start that fails stops what was started, says why and exits with 1.
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
    await stopAll(1)
  }
}

/** Mistakes of ours; every other error names in words what the operator can put right. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError]

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return MISTAKES.some((kind) => error instanceof kind) ? (error.stack ?? '') : error.message
}
