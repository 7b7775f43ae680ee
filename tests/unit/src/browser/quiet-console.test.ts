import { expect, test, vi } from 'vitest'
import { quietConsole } from '#browser/quiet-console.ts'
import { SPOKEN_MODULES } from '#config.ts'

const VOICES = ['log', 'info', 'debug', 'warn', 'error'] as const

function createConsole() {
  const said: unknown[][] = []
  const speak = () => vi.fn<(...words: unknown[]) => void>((...words) => void said.push(words))
  return {
    said,
    console: { log: speak(), info: speak(), debug: speak(), warn: speak(), error: speak() },
  }
}

test('silences everything but the messages of named modules [S8.17]', () => {
  const { console, said } = createConsole()
  quietConsole(console, SPOKEN_MODULES)
  for (const voice of VOICES) {
    console[voice]('Download the React DevTools')
    console[voice](new Error('of somebody else'))
    console[voice]()
    console[voice]('[unknown] module')
  }
  expect(said).toEqual([])
  const failure = new Error('init')
  console.error('[init]', failure)
  console.warn('[fonts] missing')
  expect(said).toEqual([['[init]', failure], ['[fonts] missing']])
})
