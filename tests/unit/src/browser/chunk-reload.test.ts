import { afterEach, expect, test, vi } from 'vitest'
import { isChunkError, recover, watchChunks } from '#browser/chunk-reload.ts'
import { CHUNK_RELOAD_INTERVAL_MS } from '#config.ts'
import { createStorage } from '#tests/support/fake-storage.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  'Loading chunk 12 failed.',
  'Loading CSS chunk 3 failed.',
  'Failed to fetch dynamically imported module: https://house.example/_astro/Calendar.js',
  'error loading dynamically imported module: https://house.example/_astro/Calendar.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /_astro/toaster.css',
])('recognises the chunk-loading failure "%s"', { tags: ['S8.16'] }, (message) => {
  expect(isChunkError(new TypeError(message))).toBe(true)
})

test('recognises no other error as a chunk-loading failure', () => {
  expect(isChunkError(new TypeError('Failed to fetch'))).toBe(false)
  expect(isChunkError(undefined)).toBe(false)
})

function createTab({ online = true, refuses = false } = {}) {
  const { storage } = createStorage()
  const tab = {
    storage: () => {
      if (refuses) throw new Error('no storage')
      return storage
    },
    isOnline: () => online,
    reload: vi.fn<() => void>(),
    fail: vi.fn<() => void>(),
  }
  return tab
}

const ERROR = new TypeError('Loading chunk 7 failed')

test('reloads once a minute and reports failures in between', { tags: ['S4.27', 'S8.16'] }, () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const tab = createTab()
  recover(tab, CHUNK_RELOAD_INTERVAL_MS)
  expect(tab.reload).toHaveBeenCalledOnce()
  expect(tab.fail).not.toHaveBeenCalled()
  vi.setSystemTime(1_059_999)
  recover(tab, CHUNK_RELOAD_INTERVAL_MS)
  expect(tab.reload).toHaveBeenCalledOnce()
  expect(tab.fail).toHaveBeenCalledOnce()
  vi.setSystemTime(1_060_000)
  recover(tab, CHUNK_RELOAD_INTERVAL_MS)
  expect(tab.reload).toHaveBeenCalledTimes(2)
})

test('never reloads if the reload cannot be recorded', () => {
  const tab = createTab({ refuses: true })
  recover(tab, CHUNK_RELOAD_INTERVAL_MS)
  expect(tab.reload).not.toHaveBeenCalled()
  expect(tab.fail).toHaveBeenCalledOnce()
})

/** A window that has loaded the given resources. */
const createView = (...entries: { name: string; responseStatus: number }[]) =>
  // The code under test uses nothing else of a window.
  Object.assign(new EventTarget(), {
    performance: { getEntriesByType: () => entries },
  }) as unknown as Window

test('handles failures from before it was started', () => {
  const tab = createTab()
  const name = 'https://house.example/_astro/Calendar.js'
  watchChunks(createView({ name, responseStatus: 404 }), tab, CHUNK_RELOAD_INTERVAL_MS)
  expect(tab.reload).not.toHaveBeenCalled()
  const again = { name: `${name}?astro-retry=1`, responseStatus: 404 }
  watchChunks(createView(again), tab, CHUNK_RELOAD_INTERVAL_MS)
  expect(tab.reload).toHaveBeenCalledOnce()
})

/** The events that report an error. */
const listReports = (error: Error) =>
  [
    ['astro:hydration-error', { detail: { error } }],
    ['vite:preloadError', { payload: error }],
    ['unhandledrejection', { reason: error }],
    ['error', { error }],
  ] as const

test.each([
  ['a chunk error while offline', ERROR, false],
  ['any other error', new TypeError('x is undefined'), true],
])('leaves %s to the browser', (_, error, online) => {
  const tab = createTab({ online })
  const view = createView()
  watchChunks(view, tab, CHUNK_RELOAD_INTERVAL_MS)
  for (const [type, fields] of listReports(error)) {
    const event = Object.assign(new Event(type, { cancelable: true }), fields)
    expect(view.dispatchEvent(event), type).toBe(true)
  }
  expect(tab.reload).not.toHaveBeenCalled()
  expect(tab.fail).not.toHaveBeenCalled()
})

test.each([
  ['astro:hydration-error', { detail: { error: ERROR } }],
  ['error', { error: ERROR }],
])('reloads once the network is back after %s while offline', (type, fields) => {
  const tab = createTab()
  const isOnline = vi.spyOn(tab, 'isOnline').mockReturnValue(false)
  const view = createView()
  watchChunks(view, tab, CHUNK_RELOAD_INTERVAL_MS)
  view.dispatchEvent(Object.assign(new Event(type), fields))
  isOnline.mockReturnValue(true)
  expect(tab.reload).not.toHaveBeenCalled()
  view.dispatchEvent(new Event('online'))
  expect(tab.reload).toHaveBeenCalledOnce()
})

test.each(listReports(ERROR))(
  'detects a failure by %s and reloads once for any number of failures',
  { tags: ['S8.16'] },
  (type, fields) => {
    const tab = createTab()
    const view = createView()
    watchChunks(view, tab, CHUNK_RELOAD_INTERVAL_MS)
    const dispatch = () =>
      view.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields))
    // Vite resolves the import of a prevented event with undefined: a component would be rendered without its code.
    expect(dispatch()).toBe(type === 'vite:preloadError')
    dispatch()
    expect(tab.reload).toHaveBeenCalledOnce()
    expect(tab.fail).not.toHaveBeenCalled()
  },
)
