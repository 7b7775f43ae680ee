import { expect, test } from 'vitest'
import { quietConsole } from '#browser/quiet-console.ts'
import { LOGGED_MODULES } from '#config.ts'

const METHODS = ['log', 'info', 'debug', 'warn', 'error', 'table', 'trace', 'dir', 'group'] as const

function createConsole() {
  const printed: unknown[][] = []
  const console = { ...globalThis.console }
  for (const [name, method] of Object.entries(console)) {
    if (typeof method !== 'function') continue
    Object.assign(console, { [name]: (...values: unknown[]) => void printed.push(values) })
  }
  return { printed, console }
}

test('silences everything but the messages of named modules', { tags: ['S8.17'] }, () => {
  const { console, printed } = createConsole()
  quietConsole(console, LOGGED_MODULES)
  for (const method of METHODS) {
    console[method]('Download the React DevTools')
    console[method](new Error('of somebody else'))
    console[method]()
    console[method]('[unknown] module')
  }
  expect(printed).toEqual([])
  const failure = new Error('init')
  console.error('[init]', failure)
  console.warn('[fonts] missing')
  expect(printed).toEqual([['[init]', failure], ['[fonts] missing']])
})
