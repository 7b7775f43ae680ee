import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSignInScripts } from '#browser/sign-in-script.ts'
import { createFakeDocument } from '#tests/support/fake-document.ts'

const SRC = '/api/sign-in/client.js'
const writeState = (sign_in?: string[]) => JSON.stringify({ config: { locale: 'en', sign_in } })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page with manual idle callbacks. */
function createPage(text: string | null) {
  const idle: (() => void)[] = []
  return {
    ...createFakeDocument(text),
    whenIdle: (run: () => void) => void idle.push(run),
    idle,
  }
}

test(
  'loads the sign-in script of the page state only once the page is idle',
  { tags: ['S2.73'] },
  () => {
    const { document, whenIdle, scripts, idle } = createPage(writeState([SRC]))
    loadSignInScripts(document, whenIdle)
    expect(scripts).toEqual([])
    for (const run of idle) run()
    expect(scripts).toMatchObject([{ src: SRC, async: true }])
    expect(vi.getTimerCount()).toBe(1)
    scripts[0]?.dispatchEvent(new Event('load'))
    expect(vi.getTimerCount()).toBe(0)
    expect(scripts[0]?.isAttached).toBe(true)
  },
)

test('gives up on a sign-in script after five seconds', { tags: ['S2.73'] }, () => {
  const { document, whenIdle, scripts, idle } = createPage(writeState([SRC]))
  loadSignInScripts(document, whenIdle)
  for (const run of idle) run()
  vi.advanceTimersByTime(4999)
  expect(scripts[0]?.isAttached).toBe(true)
  vi.advanceTimersByTime(1)
  expect(scripts[0]?.isAttached).toBe(false)
})

test('gives up at once on a blocked sign-in script', () => {
  const { document, whenIdle, scripts, idle } = createPage(writeState([SRC]))
  loadSignInScripts(document, whenIdle)
  for (const run of idle) run()
  scripts[0]?.dispatchEvent(new Event('error'))
  expect(scripts[0]?.isAttached).toBe(false)
})

test('loads no sign-in script that a button has requested already', () => {
  const { document, whenIdle, scripts, idle } = createPage(writeState([SRC]))
  const existingScript = document.createElement('script')
  existingScript.src = SRC
  document.head.append(existingScript)
  loadSignInScripts(document, whenIdle)
  for (const run of idle) run()
  expect(scripts).toHaveLength(1)
})

test.each([null, '', '{}', writeState(), writeState([])])(
  'loads no sign-in script with the page state %s',
  (text) => {
    const { document, whenIdle, scripts, idle } = createPage(text)
    loadSignInScripts(document, whenIdle)
    for (const run of idle) run()
    expect(scripts).toEqual([])
  },
)
