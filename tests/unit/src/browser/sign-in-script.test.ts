import { expect, test } from 'vitest'
import { loadSignInScripts } from '#browser/sign-in-script.ts'
import { createFakeDocument } from '#tests/support/fake-document.ts'

const SRC = '/api/sign-in/client.js'
const writeState = (sign_in?: string[]) => JSON.stringify({ config: { locale: 'en', sign_in } })

/** A page with manual idle callbacks and timers. */
function createPage(text: string | null) {
  const { document, scripts } = createFakeDocument(text)
  const idle: (() => void)[] = []
  const timers = new Map<number, { run: () => void; ms: number }>()
  const page = {
    document,
    whenIdle: (run: () => void) => void idle.push(run),
    setTimeout: (run: () => void, ms: number) => {
      timers.set(timers.size + 1, { run, ms })
      return timers.size
    },
    clearTimeout: (timer: number) => void timers.delete(timer),
  }
  return { page, scripts, idle, timers }
}

test(
  'loads the sign-in script of the page state only once the page is idle',
  { tags: ['S2.73'] },
  () => {
    const { page, scripts, idle, timers } = createPage(writeState([SRC]))
    loadSignInScripts(page, page.whenIdle)
    expect(scripts).toEqual([])
    for (const run of idle) run()
    expect(scripts).toMatchObject([{ src: SRC, async: true }])
    expect([...timers.values()].map(({ ms }) => ms)).toEqual([5000])
    scripts[0]?.dispatchEvent(new Event('load'))
    expect(timers.size).toBe(0)
    expect(scripts[0]?.isAttached).toBe(true)
  },
)

test('gives up on a sign-in script after five seconds', { tags: ['S2.73'] }, () => {
  const { page, scripts, idle, timers } = createPage(writeState([SRC]))
  loadSignInScripts(page, page.whenIdle)
  for (const run of idle) run()
  for (const { run } of timers.values()) run()
  expect(scripts[0]?.isAttached).toBe(false)
})

test('gives up at once on a blocked sign-in script', () => {
  const { page, scripts, idle } = createPage(writeState([SRC]))
  loadSignInScripts(page, page.whenIdle)
  for (const run of idle) run()
  scripts[0]?.dispatchEvent(new Event('error'))
  expect(scripts[0]?.isAttached).toBe(false)
})

test('loads no sign-in script that a button has requested already', () => {
  const { page, scripts, idle } = createPage(writeState([SRC]))
  const existingScript = page.document.createElement('script')
  existingScript.src = SRC
  page.document.head.append(existingScript)
  loadSignInScripts(page, page.whenIdle)
  for (const run of idle) run()
  expect(scripts).toHaveLength(1)
})

test.each([null, '', '{}', writeState(), writeState([])])(
  'loads no sign-in script with the page state %s',
  (text) => {
    const { page, scripts, idle } = createPage(text)
    loadSignInScripts(page, page.whenIdle)
    for (const run of idle) run()
    expect(scripts).toEqual([])
  },
)
